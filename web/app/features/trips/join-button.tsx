import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useId, useState, useTransition } from 'react';
import type { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './booking.module.css';
import type { PartyForm } from './party';

type NamedTrip = Pick<Trip, 'id' | 'slug' | 'title'>;

/** `full`: for want of places, with the reason to show. `refused`: because of an extra or the coupon. */
export type Joined = 'done' | 'failed' | { full: string } | { refused: ApiError };

/** What the button does; each shows its outcome, except that places are wanting, or what refused extras and coupon. */
export interface Joining {
  /** Reserves, without a choice for one adult. */
  reserve: (trip: NamedTrip, choice: Enrolment) => Promise<Joined>;
  /** Goes on the waiting list. */
  wait: (trip: NamedTrip, request: WaitingListRequest) => Promise<Joined>;
  /** Asks and leaves the waiting list. */
  leave: (trip: NamedTrip) => Promise<void>;
}

/** The user's place in a trip: the page of their reservation, or where they stand in the waiting list. */
export type OwnPlace = { path: string } | { position: number | null; people: number };

interface JoinButtonProps {
  trip: NamedTrip & Pick<Trip, 'onRequest' | 'situation'>;
  joining: Joining;
  /** What is reserved, false if it cannot be; without it one adult. */
  settle?: PartyForm['settle'];
  /** Shows what was refused of it; without it a toast does. */
  showRefusal?: PartyForm['showRefusal'];
  /** What the waiting list is asked for. */
  waitlistRequest: WaitingListRequest;
  /** Why nobody can take that choice. */
  blockedReason?: string | undefined;
  /** Why that choice can only go on the waiting list. */
  soldOutReason?: string | undefined;
  place?: OwnPlace | undefined;
  label?: string;
  onJoined?: () => void;
}

/**
 * 'Quero participar!', 'Enviar pedido' in a trip on request, 'Entrar na lista de espera' where places are wanting, the
 * reason why neither; the user's place in the list, or a link to their reservation.
 */
export function JoinButton({ label, place, ...props }: JoinButtonProps) {
  const { trip, joining, waitlistRequest } = props;
  const [busy, startTransition] = useTransition();
  const [full, setFull] = useState<{ reason: string; party: string }>();
  const reason = useId();
  if (place && 'path' in place) return <OwnReservation path={place.path} />;

  const party = JSON.stringify(waitlistRequest.party);
  const blockedReason = closedReasonOf(trip) ?? props.blockedReason;
  const soldOutReason = props.soldOutReason ?? (full?.party === party ? full.reason : undefined);
  const isWaiting = place !== undefined;
  const joinLabel = trip.onRequest ? 'Enviar pedido' : (label ?? 'Quero participar!');
  const text = isWaiting ? (
    <PlaceInLine {...place} />
  ) : (
    (blockedReason ?? (soldOutReason && `${soldOutReason} ${WAIT_INSTEAD}`))
  );

  async function act(): Promise<void> {
    if (isWaiting) return joining.leave(trip);
    const joined = await (soldOutReason ? joining.wait(trip, waitlistRequest) : reserve());
    setFull(typeof joined === 'object' && 'full' in joined ? { reason: joined.full, party } : undefined);
    // A client on the waiting list reads their place where the button was.
    if (joined === 'done' && !soldOutReason) props.onJoined?.();
  }

  async function reserve(): Promise<Joined> {
    const settled = props.settle ? await props.settle() : { choice: undefined };
    if (!settled) return 'failed';
    const joined = await joining.reserve(trip, settled.choice);
    if (typeof joined === 'object' && 'refused' in joined) await showRefusal(joined.refused);
    return joined;
  }

  async function showRefusal(error: ApiError): Promise<void> {
    const sentence = error.fields.extras ?? error.message;
    if (!props.showRefusal) return showAlert('error', sentence);
    await props.showRefusal(error).catch((cause) => {
      console.warn('The refusal could not be shown at the choice', cause);
      showAlert('error', sentence);
    });
  }

  return (
    <div className={styles.join}>
      <Button
        busy={busy}
        look={isWaiting ? 'quiet' : 'primary'}
        disabled={!isWaiting && blockedReason !== undefined}
        onClick={() => startTransition(act)}
        aria-describedby={text ? reason : undefined}
        className={soldOutReason && !isWaiting ? styles.wait : undefined}
      >
        {isWaiting ? 'Sair da lista' : soldOutReason ? 'Entrar na lista de espera' : joinLabel}
      </Button>
      <div id={reason} role="status" className={styles.reason}>
        {text}
      </div>
    </div>
  );
}

const WAIT_INSTEAD = 'Na lista de espera, guardamos para você quando sair lugar.';

function PlaceInLine({ position, people }: Exclude<OwnPlace, { path: string }>) {
  return (
    <>
      {position === null ? (
        'Você está na lista de espera'
      ) : (
        <>
          Você é o <strong>{position}º da lista de espera</strong>
        </>
      )}
      {` · ${plural(people, 'pessoa')}`}
    </>
  );
}

/** Pages behind login have other stylesheets: a full page load opens them. */
function OwnReservation({ path }: { path: string }) {
  return (
    <div className={styles.join}>
      <a href={path} className={buttonClass()}>
        Ver minha reserva
      </a>
      <p className={styles.reason}>Você já tem uma reserva neste passeio.</p>
    </div>
  );
}

/** Why nobody can join a trip, nor wait for it. */
export function closedReasonOf({ situation }: Pick<Trip, 'situation'>): string | undefined {
  if (situation === 'closed') return 'As reservas deste passeio já se encerraram.';
  if (situation === 'draft') return 'Este passeio ainda não está aberto para reservas.';
  return undefined;
}
