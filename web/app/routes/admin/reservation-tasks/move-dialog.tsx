import { Loader, NativeSelect, Text } from '@mantine/core';
import { participantName } from '@passeio/contract/reservations/participant-names';
import { sleepersOf } from '@passeio/contract/reservations/quote';
import { type MoveQuote, reservationMove } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { type ChosenRoom, nightsOf, roomCents, roomsReasonOf } from '@passeio/contract/room-rules';
import { requiredOf } from '@passeio/contract/trips/extra-rules';
import { beginningExtrasText, endingExtrasText, extraText } from '@passeio/contract/trips/extras';
import type { Trip } from '@passeio/contract/trips/trips';
import { z } from '@passeio/contract/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { givableFares } from '~/features/reservations/participants/party';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { RoomPicker } from '~/ui/inputs/room-picker';
import { Card } from '~/ui/layout/card';
import table from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { DepartureSelect, tripLabel } from './departure-select';
import { type ReservationDialogProps, reservationText } from './task';

const move = reservationMove.extend({ tripId: z.string('Escolha para qual saída a reserva vai.') });

/** Moves a reservation to another departure, after showing what it costs there. */
export function MoveDialog({ passenger, trip, onClose, onDone }: ReservationDialogProps) {
  const formats = useFormats();
  const { id, code, receivedCents } = passenger.reservation;
  const params = { reservationId: id };
  const [target, setTarget] = useState<Trip>();
  const [chosen, setChosen] = useState<ChosenFares>({});
  const [rooms, setRooms] = useState<ChosenRoom[]>();
  const quote = useQuery({
    ...load(staffReservationRoutes.quoteMove, { params, query: { tripId: target?.id ?? '' } }),
    enabled: target !== undefined,
    gcTime: 0,
    staleTime: 'static',
  });
  const people = target && quote.data ? movedPeople(quote.data, target, chosen) : [];
  const isComplete = people.length > 0 && people.every(({ fare }) => fare);
  const { error } = quote;
  const ofRooms = target && quote.data && roomsThere(quote.data, people, { target, rooms, timeZone: formats.timeZone });

  return (
    <FormDialog
      title="Mudar de passeio"
      lead={reservationText(passenger)}
      submit="Mudar de passeio"
      disabled={target !== undefined && !isComplete}
      initial={{ tripId: '' }}
      schema={move}
      toBody={() => ({
        tripId: target?.id,
        fares: people.map(({ participantId, fare }) => ({ participantId, fareId: fare?.id })),
        ...(ofRooms && { rooms: ofRooms.rooms }),
      })}
      save={(body) => api.call(staffReservationRoutes.move, { params, body, toast: false })}
      onSaved={() => target && onDone(`Reserva ${code} mudou para ${tripLabel(target, formats)}.`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <DepartureSelect
            roomForList={!target}
            from={trip.id}
            value={target}
            error={form.errors.tripId}
            onChange={(departure) => {
              form.setFieldValue('tripId', departure?.id ?? '');
              form.clearErrors();
              setTarget(departure);
              setChosen({});
              setRooms(undefined);
            }}
          />
          {target && quote.isPending && <Loader size="sm" aria-label="Calculando..." />}
          {target && quote.data && (
            <>
              <Outcome
                quote={quote.data}
                people={people}
                roomCents={ofRooms?.cents ?? 0}
                receivedCents={receivedCents}
                from={tripLabel(trip, formats)}
                to={tripLabel(target, formats)}
              />
              {ofRooms && (
                <RoomPicker
                  {...ofRooms}
                  reason={form.errors.rooms?.toString() ?? ofRooms.reason}
                  shareDecisionDays={target.shareDecisionDays}
                  onChange={(next) => {
                    setRooms(next);
                    form.clearErrors();
                  }}
                />
              )}
              <MovedPeople
                people={people}
                target={target}
                errors={form.errors}
                onChoose={(participantId, fareId) => {
                  setChosen({ ...chosen, [participantId]: fareId });
                  form.clearErrors();
                }}
              />
            </>
          )}
          {error && <FormNotice>{explainFailure(error)}</FormNotice>}
        </>
      )}
    </FormDialog>
  );
}

/** The rooms at the other departure, as they are proposed or chosen; undefined where it has none. */
function roomsThere(
  quote: MoveQuote,
  people: readonly MovedPerson[],
  { target, rooms: chosen, timeZone }: { target: Trip; rooms: ChosenRoom[] | undefined; timeZone: string },
) {
  const { roomTypes: types } = quote;
  if (types.length === 0) return undefined;
  const offer = { types, nights: nightsOf(target.date, target.returnDate, timeZone) };
  const sleepers = sleepersOf(people.flatMap(({ fare, age }) => (fare ? [{ fare, age }] : [])));
  const rooms = chosen ?? quote.rooms;
  const centsOf = (some: readonly ChosenRoom[]) =>
    some.reduce((sum, room) => {
      const type = types.find(({ id }) => id === room.roomTypeId);
      return sum + (type ? roomCents(type, room, offer.nights) : 0);
    }, 0);
  const reason = roomsReasonOf(offer, rooms, sleepers);
  return { offer, sleepers, rooms, reason, cents: centsOf(rooms) - centsOf(quote.rooms) };
}

/** Fares chosen by hand, by participant. */
type ChosenFares = Record<string, string>;

interface MovedPerson {
  participantId: string;
  name: string;
  fareLabel: string;
  age: number | null;
  /** Fare at the other departure; undefined until staff chooses one. */
  fare: Trip['fares'][number] | undefined;
}

/** The people of a quote with their fares at the other departure, those chosen by hand before those proposed. */
function movedPeople(quote: MoveQuote, { fares }: Pick<Trip, 'fares'>, chosen: ChosenFares): MovedPerson[] {
  return quote.participants.map(({ participantId, name, age, fareLabel, newFare }) => ({
    participantId,
    name,
    age,
    fareLabel,
    fare: fares.find(({ id }) => id === chosen[participantId]) ?? newFare ?? undefined,
  }));
}

/** The total at the other departure, in centavos, with what it requires, and the places that are needed there. */
function moveTotals(quote: MoveQuote, people: readonly MovedPerson[]) {
  const proposed = quote.participants.reduce((sum, { newFare }) => sum + (newFare?.priceCents ?? 0), 0);
  const wanted = people.reduce((sum, { fare }) => sum + (fare?.priceCents ?? 0), 0);
  const takers = people.flatMap(({ fare, age }) => (fare ? [{ fare, age }] : []));
  const required = requiredOf(quote.required, takers).map(({ extra: { label, priceCents }, ...one }) => ({
    ...{ ...one, label, totalCents: one.quantity * priceCents },
  }));
  const begun = (some: readonly { totalCents: number }[]) => some.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return {
    required,
    newTotalCents: quote.newTotalCents - proposed + wanted - begun(quote.begun) + begun(required),
    places: people.filter(({ fare }) => fare?.takesPlace).length,
  };
}

/** What changing a total from one amount to another means for the money, as "R$ 40,00 a mais, a cobrar". */
function differenceText(totalCents: number, newTotalCents: number, receivedCents: number): string {
  const difference = newTotalCents - totalCents;
  if (difference === 0) return 'sem diferença de valor';
  const amount = formatMoney(Math.abs(difference));
  if (difference > 0) return `diferença de ${amount}, a cobrar`;
  const toReturnCents = Math.max(receivedCents - newTotalCents, 0);
  return toReturnCents > 0
    ? `diferença de ${amount}; a devolver: ${formatMoney(toReturnCents)}`
    : `diferença de ${amount} a menos`;
}

interface MovedPeopleProps {
  people: readonly MovedPerson[];
  target: Trip;
  errors: Record<string, ReactNode>;
  onChoose: (participantId: string, fareId: string) => void;
}

function MovedPeople({ people, target, errors, onChoose }: MovedPeopleProps) {
  return (
    <Rows plain aria-label="Tarifas na nova saída">
      {people.map(({ participantId, name, fareLabel, fare }, index) => (
        <Row key={participantId}>
          <Text span fw={600}>
            {participantName({ name, number: index + 1 })}
          </Text>
          <span className={table.number}>{fare ? formatMoney(fare.priceCents) : '—'}</span>
          <NativeSelect
            w="100%"
            aria-label={`Tarifa de ${participantName({ name, number: index + 1 })}`}
            description={fare?.label === fareLabel ? undefined : `Hoje: ${fareLabel}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            error={errors[`fares.${participantId}`] ?? (fare ? undefined : 'Escolha a tarifa.')}
            data={[
              ...(fare ? [] : [{ value: '', label: 'Escolher' }]),
              ...givableFares(target.fares, fare?.id).map(({ id, label }) => ({ value: id, label })),
            ]}
            value={fare?.id ?? ''}
            onChange={(event) => onChoose(participantId, event.currentTarget.value)}
          />
        </Row>
      ))}
    </Rows>
  );
}

interface OutcomeProps {
  quote: MoveQuote;
  people: readonly MovedPerson[];
  /** By how much the chosen rooms cost more than those of the quote. */
  roomCents: number;
  receivedCents: number;
  from: string;
  to: string;
}

function Outcome({ quote, people, roomCents, receivedCents, from, to }: OutcomeProps) {
  const { required, places, ...totals } = moveTotals(quote, people);
  const newTotalCents = totals.newTotalCents + roomCents;
  const soldOut = required.filter(({ isSoldOut }) => isSoldOut);
  return (
    <Card tone="sunken" role="status">
      <p>
        De <strong>{from}</strong> para <strong>{to}</strong>
        {may('see_money') &&
          `: ${formatMoney(quote.totalCents)} → ${formatMoney(newTotalCents)}, ${differenceText(quote.totalCents, newTotalCents, receivedCents)}`}
        .
      </p>
      <Text variant="hint">O embarque na nova saída fica a combinar.</Text>
      {quote.extras.length > 0 && (
        <Text c="var(--warning)" fw={600}>
          {endingExtrasText(quote.extras)}
        </Text>
      )}
      {required.length > 0 && <Text fw={600}>{beginningExtrasText(required)}</Text>}
      {soldOut.length > 0 && (
        <Text c="var(--danger)">
          Não há mais nessa saída: {soldOut.map(extraText).join(', ')}. Escolha outra, ou aumente o estoque dela.
        </Text>
      )}
      {places > quote.placesLeft && (
        <Text c="var(--danger)">
          {formatPlacesLeft(quote.placesLeft)} nessa saída; a reserva precisa de {places}. Escolha outra, ou aumente a
          lotação dela.
        </Text>
      )}
    </Card>
  );
}
