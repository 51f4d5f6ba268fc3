import { Button, Text } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { roomsChange } from '@passeio/contract/reservations/rooms';
import { type ChosenRoom, proposeRooms, roomCents, roomShares, roomsReasonOf } from '@passeio/contract/room-rules';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { RoomPicker } from '~/ui/inputs/room-picker';
import { Row, Rows } from '~/ui/layout/rows';
import { chosenIn, roomOfferOf, sleepersIn } from './party-rooms';

interface RoomListProps {
  reservation: Reservation;
  /** What a change needs; absent offline. */
  details?: ReservationDetails | undefined;
}

/** Whether a reservation has rooms, or could have some. */
export function hasRooms({ reservation, details }: RoomListProps): boolean {
  return reservation.rooms.length > 0 || (details?.trip.roomTypes ?? []).length > 0;
}

/** The rooms of a reservation with their people; gives them others while people may change. */
export function RoomList({ reservation, details }: RoomListProps) {
  const [isChanging, setChanging] = useState(false);
  const { participants, rooms } = reservation;
  const withoutRoom = participants.filter(
    ({ id, takesPlace }) => takesPlace && !rooms.some(({ participantIds }) => participantIds.includes(id)),
  );
  return (
    <>
      <Rows plain aria-label="Quartos">
        {rooms.map((room) => (
          <Row key={room.id}>
            <div>
              <Text span fw={600}>
                {room.label}
              </Text>
              <Text variant="hint">
                {room.participantIds
                  .flatMap((id) => participants.filter((one) => one.id === id))
                  .map((person) => nameAmong(person, participants))
                  .join(', ')}
                {room.share && ` · dividido, ${roomShares[room.share].toLocaleLowerCase('pt-BR')}`}
                {room.shareWith && ` · pediu: ${room.shareWith}`}
                {room.becameSingle && ' · virou single: ninguém dividiu a tempo'}
              </Text>
            </div>
          </Row>
        ))}
      </Rows>
      {withoutRoom.length > 0 && (
        <Text variant="hint">
          Ainda sem quarto: {withoutRoom.map((person) => nameAmong(person, participants)).join(', ')}.
        </Text>
      )}
      {details?.changeable && details.trip.roomTypes.length > 0 && (
        <Button variant="default" size="md" mt="md" onClick={() => setChanging(true)}>
          {rooms.length > 0 ? 'Trocar quartos' : 'Escolher quartos'}
        </Button>
      )}
      {isChanging && details && <ChangeRoomsDialog reservation={details} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Gives the people of a reservation other rooms, after showing the new total. */
function ChangeRoomsDialog({ reservation, onClose }: { reservation: ReservationDetails; onClose: () => void }) {
  const { timeZone } = useFormats();
  const { id, code, trip, lines, totalCents } = reservation;
  const offer = roomOfferOf(reservation, timeZone);
  const sleepers = sleepersIn(reservation);
  const own = chosenIn(reservation);
  const isWhole = roomsReasonOf(offer, own, sleepers) === undefined;
  const paid = lines.filter(({ kind }) => kind === 'room').reduce((sum, line) => sum + line.totalCents, 0);
  const centsOf = (rooms: readonly ChosenRoom[]) =>
    rooms.reduce((sum, room) => {
      const type = offer.types.find((one) => one.id === room.roomTypeId);
      return sum + (type ? roomCents(type, room, offer.nights) : 0);
    }, 0);
  return (
    <FormDialog
      title="Quartos"
      lead={`Reserva ${code}, ${trip.title}. Os preços são os de hoje.`}
      submit="Salvar quartos"
      initial={{ rooms: isWhole ? own : (proposeRooms(offer, sleepers) ?? own) }}
      schema={roomsChange}
      save={(body) =>
        api
          .call(reservationRoutes.changeRooms, { params: { reservationId: id }, body, toast: false })
          .catch((error) => {
            if (error instanceof ApiError && error.status === 409) void reload();
            throw error;
          })
      }
      onClose={onClose}
    >
      {(form) => {
        const { rooms } = form.values;
        return (
          <>
            <RoomPicker
              offer={offer}
              sleepers={sleepers}
              rooms={rooms}
              reason={roomsReasonOf(offer, rooms, sleepers)}
              shareDecisionDays={trip.shareDecisionDays}
              onChange={(changed) => form.setFieldValue('rooms', changed)}
            />
            <p role="status">
              Total da reserva: <strong>{formatMoney(totalCents - paid + centsOf(rooms))}</strong>
            </p>
          </>
        );
      }}
    </FormDialog>
  );
}
