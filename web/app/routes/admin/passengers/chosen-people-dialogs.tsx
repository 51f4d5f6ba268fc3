import { NativeSelect, Text } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { paymentMethods, type TypedMethod, typedMethods } from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { load, send } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, useFormats } from '~/lib/formats';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DepartureSelect, tripLabel } from '../reservation-tasks/departure-select';
import { AnnouncementDialog } from '../trips/messages/announcement-dialog';
import { type ChosenReservation, EachReservationDialog, reservationsOf } from './each-reservation';

/** What is done with people who were chosen one by one, beside where they board. */
export type ChosenAct = 'move' | 'payment' | 'message';

interface ChosenPeopleDialogProps {
  act: ChosenAct;
  passengers: readonly Passenger[];
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function ChosenPeopleDialog({ act, passengers, trip, onClose, onDone }: ChosenPeopleDialogProps) {
  // As they were chosen: what is done changes the list below the dialog.
  const [chosen] = useState(passengers);
  const reservations = reservationsOf(chosen);
  switch (act) {
    case 'move':
      return <MoveAll reservations={reservations} trip={trip} onClose={onClose} onDone={onDone} />;
    case 'payment':
      return <PayAll reservations={reservations} onClose={onClose} onDone={onDone} />;
    case 'message':
      return (
        <AnnouncementDialog
          trip={trip}
          boardingPoints={[]}
          participantIds={chosen.map(({ id }) => id)}
          onClose={onClose}
        />
      );
  }
}

type AllProps = Pick<ChosenPeopleDialogProps, 'onClose' | 'onDone'> & { reservations: readonly ChosenReservation[] };

/** Records what each reservation still owes, or its deposit: one payment each, never above what is due. */
function PayAll({ reservations, ...shared }: AllProps) {
  const [method, setMethod] = useState<TypedMethod>('pix');
  const [what, setWhat] = useState<'deposit' | 'balance'>('balance');
  // As it was shown: a payment that was recorded meanwhile is refused, and nobody pays twice.
  const centsOf = ({ reservation }: ChosenReservation) =>
    what === 'deposit' ? reservation.depositCents - reservation.receivedCents : reservation.dueCents;
  const total = reservations.reduce((sum, one) => sum + Math.max(centsOf(one), 0), 0);
  return (
    <EachReservationDialog
      {...shared}
      title="Registrar pagamentos"
      lead="Um pagamento por reserva, pela reserva inteira. Confirme só o que você viu na conta ou tem em mãos."
      action="Registrar pagamento"
      done="Pagamento registrado"
      reservations={reservations}
      detailOf={(one) => (centsOf(one) > 0 ? formatMoney(centsOf(one)) : '')}
      obstacleOf={(one) => {
        if (one.reservation.state === 'requested') return 'O pedido ainda não foi respondido.';
        if (centsOf(one) > 0) return undefined;
        return what === 'deposit' ? 'O sinal já está pago.' : 'Não falta pagar nada.';
      }}
      act={(one) => {
        const { reservation } = one;
        const isDeposit = reservation.receivedCents < reservation.depositCents;
        const kind = isDeposit && what === 'deposit' ? ('deposit' as const) : ('balance' as const);
        const body = { kind, method, amountCents: centsOf(one), note: '' };
        return send(paymentRoutes.record, { params: { reservationId: reservation.id }, body });
      }}
    >
      <ChoiceGroup
        legend="Quanto"
        choices={[
          ['balance', 'O que falta'],
          ['deposit', 'Só o sinal'],
        ]}
        value={what}
        onChange={setWhat}
      />
      <NativeSelect
        label="Como foi pago"
        size="md"
        data={typedMethods
          .filter((value) => value !== 'credit')
          .map((value) => ({ value, label: paymentMethods[value] }))}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value as TypedMethod)}
      />
      <Text fw={600}>Total: {formatMoney(total)}</Text>
    </EachReservationDialog>
  );
}

/** Moves whole reservations to another departure, each with the fares that are proposed there. */
function MoveAll({ reservations, trip, ...shared }: AllProps & Pick<ChosenPeopleDialogProps, 'trip'>) {
  const formats = useFormats();
  const [target, setTarget] = useState<Trip>();
  const quotes = useQueries({
    queries: reservations.map(({ reservation }) => ({
      ...load(staffReservationRoutes.quoteMove, {
        params: { reservationId: reservation.id },
        query: { tripId: target?.id ?? '' },
      }),
      enabled: target !== undefined,
      staleTime: 'static' as const,
    })),
  });
  const quoteOf = (one: ChosenReservation) => quotes[reservations.indexOf(one)];
  const needed = quotes.reduce(
    (sum, { data }) => sum + (data?.participants.filter(({ newFare }) => newFare?.takesPlace).length ?? 0),
    0,
  );
  const isShort = target !== undefined && needed > target.placesLeft;
  return (
    <EachReservationDialog
      {...shared}
      title="Mudar de passeio"
      lead={`${plural(reservations.length, 'reserva')} de ${tripLabel(trip, formats)}. Cada reserva muda inteira.`}
      action="Mudar de passeio"
      done="Mudou de passeio"
      disabled={!target || quotes.some(({ isLoading }) => isLoading)}
      reservations={reservations}
      detailOf={(one) => {
        const quote = quoteOf(one)?.data;
        if (!target || !quote || !may('see_money')) return '';
        return `${formatMoney(quote.totalCents)} → ${formatMoney(quote.newTotalCents)}`;
      }}
      obstacleOf={(one) => {
        const { data, error } = quoteOf(one) ?? {};
        if (target && error) return explainFailure(error);
        const lacksFare = target && data?.participants.some(({ newFare }) => !newFare);
        return lacksFare ? 'Falta escolher a tarifa de alguém: mude esta reserva sozinha.' : undefined;
      }}
      act={({ reservation }) => {
        const body = { tripId: target?.id ?? '' };
        return send(staffReservationRoutes.move, { params: { reservationId: reservation.id }, body });
      }}
    >
      <DepartureSelect
        roomForList={!target}
        from={trip.id}
        value={target}
        error={undefined}
        onChange={(departure) => setTarget(departure)}
      />
      {isShort && (
        <Text c="var(--warning)" fw={600}>
          As reservas precisam de {plural(needed, 'vaga')}, e nessa saída {target.placesLeft === 1 ? 'resta' : 'restam'}{' '}
          {Math.max(target.placesLeft, 0)}: as últimas não vão caber.
        </Text>
      )}
    </EachReservationDialog>
  );
}
