import { Button, Stack, Text } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Row, Rows } from '~/ui/layout/rows';

/** A reservation of which people are chosen. */
export type ChosenReservation = Pick<Passenger, 'reservation' | 'payer'> & { chosen: number };

/** The reservations of chosen people, in the order of the list. */
export function reservationsOf(passengers: readonly Passenger[]): ChosenReservation[] {
  const parties = Map.groupBy(passengers, ({ reservation }) => reservation.id);
  return [...parties.values()].flatMap((party) => {
    const [first] = party;
    return first ? [{ reservation: first.reservation, payer: first.payer, chosen: party.length }] : [];
  });
}

/** What became of a reservation, or the sentence with which it was refused. */
type Outcome = 'running' | 'done' | { refusal: string };

interface EachReservationDialogProps {
  title: string;
  lead: string;
  /** The action, as "Registrar pagamento". */
  action: string;
  /** What a reservation is once it is done, as "Pago". */
  done: string;
  reservations: readonly ChosenReservation[];
  /** What is known of a reservation before the action. */
  detailOf: (one: ChosenReservation) => ReactNode;
  /** Why the action is not for a reservation; undefined where it is. */
  obstacleOf?: (one: ChosenReservation) => string | undefined;
  /** Does it for one reservation; throws the refusal. */
  act: (one: ChosenReservation) => Promise<unknown>;
  disabled?: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
  children?: ReactNode;
}

/** Does the same for the reservations of chosen people, one after another, and says what became of each. */
export function EachReservationDialog(props: EachReservationDialogProps) {
  const { title, lead, action, done, reservations, detailOf, obstacleOf, disabled = false, onClose, children } = props;
  const { outcomes, left, isPending, run, stop } = useEach(props);
  const isBegun = outcomes.size > 0;
  const able = reservations.length - reservations.filter((one) => obstacleOf?.(one)).length;
  const wasRefused = [...outcomes.values()].some((outcome) => typeof outcome === 'object');
  return (
    <ModalDialog
      title={title}
      lead={lead}
      onClose={isPending ? stop : onClose}
      actions={
        <>
          <Text role="status" flex="1 1 100%">
            {isBegun && `${able - left.length} de ${plural(able, 'reserva')}: ${done.toLowerCase()}.`}
          </Text>
          <Button size="md" variant="default" onClick={isPending ? stop : onClose}>
            {isPending ? 'Parar' : isBegun ? 'Fechar' : 'Voltar'}
          </Button>
          <Button size="md" loading={isPending} disabled={disabled || left.length === 0} onClick={run}>
            {wasRefused ? `Tentar de novo (${left.length})` : `${action} (${left.length})`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {!isBegun && children}
        <Rows aria-label="Reservas">
          {reservations.map((one) => (
            <ReservationOutcome
              key={one.reservation.id}
              one={one}
              done={done}
              detail={detailOf(one)}
              obstacle={obstacleOf?.(one)}
              outcome={outcomes.get(one.reservation.id)}
            />
          ))}
        </Rows>
      </Stack>
    </ModalDialog>
  );
}

interface ReservationOutcomeProps {
  one: ChosenReservation;
  done: string;
  detail: ReactNode;
  obstacle: string | undefined;
  outcome: Outcome | undefined;
}

function ReservationOutcome({ one, done, detail, obstacle, outcome }: ReservationOutcomeProps) {
  const { reservation, payer, chosen } = one;
  const { code, people } = reservation;
  const party = people > chosen ? `${plural(people, 'pessoa')}, ${chosen} na escolha` : plural(people, 'pessoa');
  const refusal = typeof outcome === 'object' ? outcome.refusal : obstacle;
  return (
    <Row>
      <Stack gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={600}>
          {payer.name}
        </Text>
        <Text span c="dimmed" fz="sm">
          Reserva {code} · {party}
        </Text>
        <Text span fz="sm">
          {detail}
        </Text>
        {refusal && outcome !== 'done' && (
          <Text span c="var(--danger)" fz="sm">
            {refusal}
          </Text>
        )}
      </Stack>
      {outcome === 'running' && <StatusBadge color="waiting">Um momento…</StatusBadge>}
      {outcome === 'done' && <StatusBadge color="good">{done}</StatusBadge>}
    </Row>
  );
}

function useEach({ reservations, obstacleOf, act, done, onDone }: EachReservationDialogProps) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const isStopped = useRef(false);
  const able = reservations.filter((one) => !obstacleOf?.(one));
  const left = able.filter(({ reservation }) => outcomes.get(reservation.id) !== 'done');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      isStopped.current = false;
      let acted = 0;
      const note = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome));
      for (const one of left) {
        const { id } = one.reservation;
        if (isStopped.current) break;
        note(id, 'running');
        try {
          await act(one);
          note(id, 'done');
          acted += 1;
        } catch (error) {
          note(id, { refusal: explainFailure(error) });
          // The others would wait as long for nothing.
          if (error instanceof ApiError && error.isTransient) break;
        }
      }
      return acted === left.length && able.length === reservations.length;
    },
    onSuccess: (isComplete) => {
      if (isComplete) onDone(`${plural(reservations.length, 'reserva')}: ${done.toLowerCase()}.`);
    },
  });
  useUnsavedWarning(isPending, 'Ainda não terminou: as reservas que faltam continuam como estão.');
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => {
    return () => {
      isStopped.current = true;
    };
  }, []);
  return { outcomes, left, isPending, run: () => !isPending && mutate(), stop };
}
