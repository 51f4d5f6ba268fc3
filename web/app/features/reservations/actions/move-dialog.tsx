import { Loader, NativeSelect, Select } from '@mantine/core';
import { participantName } from '@passeio/contract/reservations/participant-names';
import type { MoveQuote } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { useState } from 'react';
import { formatMoney, formatPlacesLeft, formatWeekdayAndNumericDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { ActionDialog } from './action-dialog';
import styles from './actions.module.css';
import { type ChosenFares, type MovedPerson, movedPeople, moveTotals, readMove } from './move-totals';
import type { ReservationDialogProps } from './reservation-action';
import { moveReservation } from './reservation-calls';
import { differenceWords, reservationWords } from './reservation-words';
import { useAct } from './use-act';
import { useDepartures, useMoveQuote } from './use-move';

/** Moves a reservation to another departure, after showing what it costs there. */
export function MoveDialog({ passenger, trip, onClose, onDone }: ReservationDialogProps) {
  const { timeZone } = useSettings();
  const { id, code } = passenger.reservation;
  const [target, setTarget] = useState<Trip>();
  const [chosen, setChosen] = useState<ChosenFares>({});
  const departures = useDepartures(trip.id);
  const quote = useMoveQuote(id, target?.id);
  const { errors, setErrors, busy, act } = useAct((name) => (name.startsWith('fares.') ? name : undefined));
  const people = target && quote.data ? movedPeople(quote.data, target, chosen) : [];
  const body = target && people.length > 0 ? readMove(target.id, people) : undefined;

  function submit(): void {
    if (!target) setErrors({ target: 'Escolha para qual saída a reserva vai.' });
    if (!target || !body) return;
    void act(
      () => moveReservation(id, body),
      () => onDone(`Reserva ${code} mudou para ${tripWords(target, timeZone)}.`),
    );
  }

  return (
    <ActionDialog
      title="Mudar de passeio"
      lead={reservationWords(passenger)}
      submit="Mudar de passeio"
      busy={busy}
      disabled={target !== undefined && body === undefined}
      dirty={target !== undefined}
      error={errors.form ?? departures.error ?? quote.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DepartureSelect
        className={target ? undefined : styles.roomForList}
        trips={departures.data}
        timeZone={timeZone}
        value={target}
        error={errors.target}
        onChange={(trip) => {
          setTarget(trip);
          setChosen({});
          setErrors({});
        }}
      />
      {quote.loading && <Loader size="sm" aria-label="Calculando..." />}
      {target && quote.data && (
        <>
          <Outcome
            quote={quote.data}
            people={people}
            receivedCents={passenger.reservation.receivedCents}
            from={tripWords(trip, timeZone)}
            to={tripWords(target, timeZone)}
          />
          <MovedPeople
            people={people}
            target={target}
            errors={errors}
            onChoose={(participantId, fareId) => {
              setChosen({ ...chosen, [participantId]: fareId });
              setErrors({});
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}

function tripWords({ title, date }: Pick<Trip, 'title' | 'date'>, timeZone: string): string {
  return `${title}, ${formatWeekdayAndNumericDate(date, timeZone)}`;
}

interface DepartureSelectProps {
  className: string | undefined;
  /** Undefined while they are loading. */
  trips: Trip[] | undefined;
  timeZone: string;
  value: Trip | undefined;
  error: string | undefined;
  onChange: (trip: Trip | undefined) => void;
}

function DepartureSelect({ className, trips, timeZone, value, error, onChange }: DepartureSelectProps) {
  const data = trips?.map((trip) => ({
    value: trip.id,
    label: `${formatWeekdayAndNumericDate(trip.date, timeZone)} · ${trip.title} · ${formatPlacesLeft(trip.placesLeft)}`,
  }));
  return (
    <Select
      className={className ?? ''}
      label="Para qual saída?"
      data-autofocus
      size="md"
      searchable
      placeholder="Busque pelo nome ou pela data"
      data={data ?? []}
      value={value?.id ?? null}
      error={error}
      onChange={(tripId) => onChange(trips?.find(({ id }) => id === tripId))}
      nothingFoundMessage={trips ? 'Nenhuma saída encontrada' : 'Carregando...'}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  );
}

interface MovedPeopleProps {
  people: readonly MovedPerson[];
  target: Trip;
  errors: FieldErrors;
  onChoose: (participantId: string, fareId: string) => void;
}

function MovedPeople({ people, target, errors, onChoose }: MovedPeopleProps) {
  return (
    <ul className={styles.people} aria-label="Tarifas na nova saída">
      {people.map(({ participantId, name, fareLabel, fare }, index) => (
        <li key={participantId}>
          <span className={styles.name}>{participantName({ name, number: index + 1 })}</span>
          <span className={styles.amount}>{fare ? formatMoney(fare.priceCents) : '—'}</span>
          <NativeSelect
            className={styles.wide}
            aria-label={`Tarifa de ${participantName({ name, number: index + 1 })}`}
            description={fare?.label === fareLabel ? undefined : `Hoje: ${fareLabel}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            error={errors[`fares.${participantId}`] ?? (fare ? undefined : 'Escolha a tarifa.')}
            data={[
              ...(fare ? [] : [{ value: '', label: 'Escolher' }]),
              ...target.fares.map(({ id, label }) => ({ value: id, label })),
            ]}
            value={fare?.id ?? ''}
            onChange={(event) => onChoose(participantId, event.currentTarget.value)}
          />
        </li>
      ))}
    </ul>
  );
}

interface OutcomeProps {
  quote: MoveQuote;
  people: readonly MovedPerson[];
  receivedCents: number;
  from: string;
  to: string;
}

function Outcome({ quote, people, receivedCents, from, to }: OutcomeProps) {
  const { newTotalCents, places } = moveTotals(quote, people);
  return (
    <div role="status" className={styles.outcome}>
      <p>
        De <strong>{from}</strong> para <strong>{to}</strong>: {formatMoney(quote.totalCents)} →{' '}
        {formatMoney(newTotalCents)}, {differenceWords(quote.totalCents, newTotalCents, receivedCents)}.
      </p>
      <p className={styles.hint}>O embarque na nova saída fica a combinar.</p>
      {places > quote.placesLeft && (
        <p className={styles.short}>
          {formatPlacesLeft(quote.placesLeft)} nessa saída; a reserva precisa de {places}. Escolha outra, ou aumente a
          lotação dela.
        </p>
      )}
    </div>
  );
}
