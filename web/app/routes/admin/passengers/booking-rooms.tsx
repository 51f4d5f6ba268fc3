import { Button } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { useFormats } from '~/lib/formats';
import { RoomPicker } from '~/ui/inputs/room-picker';
import { Section } from '~/ui/layout/section';
import { type BookingForm, roomsOf } from './staff-booking';

/** The rooms of the party, which may be agreed later. */
export function BookingRooms({ form, trip }: { form: BookingForm; trip: PassengerTrip }) {
  const { timeZone } = useFormats();
  const { values } = form;
  const ofRooms = roomsOf(values, trip, timeZone);
  return (
    <Section id="booking-rooms" title="Quartos">
      {ofRooms ? (
        <>
          <RoomPicker
            offer={ofRooms.roomOffer}
            {...ofRooms}
            reason={typeof form.errors.rooms === 'string' ? form.errors.rooms : ofRooms.roomsReason}
            shareDecisionDays={null}
            onChange={(chosen) => {
              form.setFieldValue('rooms', { people: values.participants.length, chosen });
              form.clearFieldError('rooms');
            }}
          />
          <Button variant="subtle" size="compact-md" mih={44} onClick={() => form.setFieldValue('rooms', null)}>
            Combinar os quartos depois
          </Button>
        </>
      ) : (
        <Button variant="light" size="md" onClick={() => form.setFieldValue('rooms', undefined)}>
          Escolher os quartos
        </Button>
      )}
    </Section>
  );
}
