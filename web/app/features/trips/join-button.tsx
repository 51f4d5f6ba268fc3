import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useId, useState, useTransition } from 'react';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './booking.module.css';

type NamedTrip = Pick<Trip, 'id' | 'slug' | 'title'>;

/** `full`: for want of places, with the reason to show. */
export type Joined = 'done' | 'failed' | { full: string };

/** What the button does; each shows its outcome, except that places are wanting. */
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
  trip: NamedTrip & Pick<Trip, 'situation' | 'placesLeft' | 'onRequest'>;
  joining: Joining;
  /** What is reserved; without it one adult. */
  choice?: Enrolment;
  /** What the waiting list is asked for. */
  wish: WaitingListRequest;
  /** Why nobody can take that choice. */
  obstacle?: string | undefined;
  /** Why that choice has to wait. */
  shortage?: string | undefined;
  place?: OwnPlace | undefined;
  label?: string;
  onJoined?: () => void;
}

/**
 * 'Quero participar!', 'Enviar pedido' in a trip on request, 'Entrar na lista de espera' where places are wanting, the
 * reason why neither; the user's place in the list, or a link to their reservation.
 */
export function JoinButton({ label, place, ...props }: JoinButtonProps) {
  const { trip, joining, wish } = props;
  const [busy, startTransition] = useTransition();
  const [full, setFull] = useState<{ reason: string; wish: string }>();
  const reason = useId();
  if (place && 'path' in place) return <OwnReservation path={place.path} />;

  const asked = JSON.stringify(wish.party);
  const obstacle = obstacleTo(trip) ?? props.obstacle;
  const shortage = props.shortage ?? (full?.wish === asked ? full.reason : undefined);
  const isWaiting = place !== undefined;
  const joinLabel = trip.onRequest ? 'Enviar pedido' : (label ?? 'Quero participar!');
  const words = isWaiting ? <PlaceInLine {...place} /> : (obstacle ?? (shortage && `${shortage} ${WAIT_INSTEAD}`));

  async function act(): Promise<void> {
    if (isWaiting) return joining.leave(trip);
    const joined = await (shortage ? joining.wait(trip, wish) : joining.reserve(trip, props.choice));
    setFull(typeof joined === 'object' ? { reason: joined.full, wish: asked } : undefined);
    // Whoever waits reads their place where the button was.
    if (joined === 'done' && !shortage) props.onJoined?.();
  }

  return (
    <div className={styles.join}>
      <Button
        busy={busy}
        look={isWaiting ? 'quiet' : 'primary'}
        disabled={!isWaiting && obstacle !== undefined}
        onClick={() => startTransition(act)}
        aria-describedby={words ? reason : undefined}
        className={shortage && !isWaiting ? styles.wait : undefined}
      >
        {isWaiting ? 'Sair da lista' : shortage ? 'Entrar na lista de espera' : joinLabel}
      </Button>
      <div id={reason} role="status" className={styles.reason}>
        {words}
      </div>
    </div>
  );
}

const WAIT_INSTEAD = 'Na lista de espera, avisamos por e-mail quando sair lugar.';

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
export function obstacleTo({ situation }: Pick<Trip, 'situation'>): string | undefined {
  if (situation === 'closed') return 'As reservas deste passeio já se encerraram. Veja os próximos passeios.';
  if (situation === 'draft') return 'Este passeio ainda não está aberto para reservas.';
  return undefined;
}
