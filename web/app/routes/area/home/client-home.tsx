import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Enrolment, Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { WaitingList } from '~/features/reservations/enrolment/waiting-list';
import {
  activeReservationIn,
  holdsToPay,
  loadMyReservations,
  loadWaiting,
  type MyReservations,
  nextDeparture,
  sortReservations,
} from '~/features/reservations/my-reservations/my-reservations';
import { hasVoucher } from '~/features/reservations/my-reservations/voucher';
import { isOffer } from '~/features/reservations/status/reservation-states';
import { api } from '~/features/session/api';
import { CachedReservationsNotice } from '~/features/session/offline-notice';
import { inTime, reachable } from '~/features/session/or-stored';
import { queryClient, reload } from '~/features/session/queries';
import { deletePendingEnrolment, readPendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import styles from './home.module.css';
import { NextDeparture } from './next-departure';
import { PendingEnrolmentCard, TripsToJoin } from './trip-cards';

/** Number of trips shown; the portal lists all. */
const TRIPS_SHOWN = 6;

interface Shown extends MyReservations {
  waiting: WaitingListEntry[];
  /** Undefined where staff finishes what they chose in the portal, and without an answer. */
  trips?: Trip[] | undefined;
  pending?: { trip: Trip; choice: Enrolment } | undefined;
}

export const clientHome = queryOptions({ queryKey: ['client home'], queryFn: ({ signal }) => loadHome(signal) });

async function loadHome(signal: AbortSignal): Promise<Shown> {
  const isAtWork = useUser.getState().user.role !== 'CLIENT';
  const [mine = { reservations: [] }, waiting, trips, pending] = await Promise.all([
    isAtWork ? reachable(loadMyReservations(signal, showLate)) : loadMyReservations(signal, showLate),
    loadWaiting(signal, (late) => showLate({ waiting: late })),
    isAtWork ? undefined : inTime(loadTrips(signal)),
    inTime(loadPending(signal)),
  ]);
  if (!isAtWork && !trips && !mine.savedAt && !mine.reservations.length) throw new ApiError(0);
  return { ...mine, waiting, trips, pending: readPendingEnrolment() && pending };
}

/** Puts an answer that came late in the place of what is shown. */
function showLate(answer: Partial<Shown>): void {
  queryClient.setQueryData(clientHome.queryKey, (shown) => shown && { ...shown, ...answer });
}

/** Where the user, who chose a trip before signing in, finds what they have in it already. */
function placeIn(tripId: string, reservations: Reservation[], waiting: WaitingListEntry[]): ChosenPlace | undefined {
  const reservation = activeReservationIn(reservations, tripId);
  if (reservation)
    return { text: 'Você já tem uma reserva neste passeio.', path: pagePaths.reservation(reservation.code) };
  const isWaiting = waiting.some(({ trip }) => trip.id === tripId);
  return isWaiting ? { text: 'Você já está na lista de espera deste passeio.' } : undefined;
}

/** The pending enrolment with its trip as it is now. A trip that is gone ends the pending enrolment. */
async function loadPending(signal: AbortSignal): Promise<{ trip: Trip; choice: Enrolment } | undefined> {
  const pending = readPendingEnrolment();
  if (!pending) return undefined;
  try {
    const trip = await api.call(tripRoutes.read, { params: { id: pending.trip.slug }, signal, session: 'optional' });
    return { trip, choice: pending.choice };
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) deletePendingEnrolment();
    // Otherwise retried when the page is opened next.
    return undefined;
  }
}

async function loadTrips(signal: AbortSignal): Promise<Trip[] | undefined> {
  const query = { isActive: true, upcoming: true, showImages: true, size: TRIPS_SHOWN };
  const list = await reachable(api.call(tripRoutes.list, { query, signal, worksOffline: true }));
  return list?.data;
}

/** What a client has reserved, waits for and has to pay, and trips to join. */
export function ClientHome({ query }: { query: typeof clientHome }) {
  const { reservations, waiting, savedAt, trips, pending } = useSuspenseQuery(query).data;
  const departure = nextDeparture(reservations);
  const { offered } = sortReservations(reservations);
  const toPay = [...offered, ...holdsToPay(reservations).filter((one) => one !== departure)];
  return (
    <>
      {pending && !savedAt && <Pending {...pending} place={placeIn(pending.trip.id, reservations, waiting)} />}
      {savedAt && <CachedReservationsNotice savedAt={savedAt} />}
      <Stack gap="lg" className={styles.ahead}>
        {departure && hasVoucher(departure) && <NextDeparture reservation={departure} />}
        {toPay.map((one) => (
          <NextDeparture key={one.id} reservation={one} kicker={kickerOf(one)} />
        ))}
        {departure && !hasVoucher(departure) && <NextDeparture reservation={departure} />}
        <WaitingList entries={waiting} />
      </Stack>
      {trips && !savedAt && (
        <TripsToJoin
          trips={trips}
          reservations={reservations}
          waiting={waiting}
          lead={
            departure || offered.length > 0 ? undefined : 'Você ainda não tem um passeio marcado. Que tal um destes?'
          }
        />
      )}
    </>
  );
}

interface ChosenPlace {
  text: string;
  path?: string;
}

interface PendingProps {
  trip: Trip;
  choice: Enrolment;
  /** The place of a client who has part in the trip already: nothing of it is pending. */
  place: ChosenPlace | undefined;
}

/** What was chosen before signing in, or that the user has it already, until they say that they have read it. */
function Pending({ trip, choice, place }: PendingProps) {
  function drop(): void {
    deletePendingEnrolment();
    void reload();
  }
  if (!place) return <PendingEnrolmentCard trip={trip} choice={choice} onDropped={drop} />;
  return (
    <section className={styles.notice} aria-labelledby="ja-reservado">
      <IconCircleCheck size={28} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="ja-reservado" order={2} fz={17} lh={1.35} lts="0">
          {trip.title}
        </Title>
        <Text mt={4}>{place.text} Não reservamos de novo.</Text>
      </Box>
      <Group gap="sm">
        {place.path && (
          <Button component={Link} to={place.path} size="md" onClick={() => deletePendingEnrolment()}>
            Ver minha reserva
          </Button>
        )}
        <Button size="md" variant="default" onClick={drop}>
          Entendi
        </Button>
      </Group>
    </section>
  );
}

/** What places that end without a payment are announced by. */
function kickerOf(reservation: Reservation): string {
  if (!isOffer(reservation)) return 'Falta pagar o sinal';
  return reservation.places === 1 ? 'Saiu uma vaga para você' : 'Saíram vagas para o seu grupo';
}
