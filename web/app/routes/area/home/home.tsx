import { Box, Button, Title } from '@mantine/core';
import type { OverviewToday } from '@passeio/contract/overview';
import { overviewRoutes } from '@passeio/contract/overview-routes';
import type { Enrolment, Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { firstName } from '@passeio/contract/words';
import { IconArrowRight, IconLayoutDashboard, IconMailCheck, IconMap2 } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  BelowMinimumFigure,
  CancelledDeparturesFigure,
  DeparturesFigure,
  MissingDataFigure,
  OverdueFigure,
  PaymentFigures,
  RequestsFigure,
  ToDecideFigure,
} from '~/features/overview/day-figures';
import { BelowMinimum, Departures } from '~/features/overview/day-panels';
import { Figures, PanelColumns } from '~/features/overview/panel';
import { Readiness } from '~/features/overview/readiness';
import {
  activeReservationIn,
  holdsToPay,
  loadMyReservations,
  nextDeparture,
  sortReservations,
} from '~/features/reservations/my-reservations';
import { readSavedLists } from '~/features/reservations/passengers/saved-lists';
import { deletePendingEnrolment, readPendingEnrolment } from '~/features/reservations/pending-enrolment';
import { isOffer } from '~/features/reservations/reservation-states';
import { loadWaiting } from '~/features/reservations/waiting/load-waiting';
import { WaitingList } from '~/features/reservations/waiting/waiting-list';
import { canOpen, isStaff } from '~/features/session/access';
import { answered, apiOrOffline } from '~/features/session/api';
import { requestConfirmation } from '~/features/session/credentials';
import { installation } from '~/features/session/installation';
import { isEmailConfirmed, quietApi } from '~/features/session/profile';
import { preload, reload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { ResendButton } from '~/features/users/resend-button';
import { ApiError, isOffline } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '../page/empty-state';
import { CachedReservationsNotice } from '../page/offline-notice';
import type { Route } from './+types/home';
import confirmNoticeStyles from './confirm-notice.module.css';
import styles from './home.module.css';
import { JoinCard } from './join-card';
import { NextDeparture } from './next-departure';
import { PendingEnrolmentCard } from './pending-enrolment-card';
import { SavedLists } from './saved-lists';
import { readStoredBoardings } from './stored-lists';
import todaysWorkStyles from './todays-work.module.css';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Início');
export const handle = { title: 'Início' };

/** Number of trips shown; the portal lists all. */
const TRIPS_SHOWN = 6;

const home = queryOptions({ queryKey: ['home'], queryFn: ({ signal }) => loadHome(signal) });

export function clientLoader() {
  return preload(home);
}

async function loadHome(signal: AbortSignal) {
  const isAtWork = isStaff(useUser.getState().user.role);
  const [mine, waiting, trips, unconfirmed, pending, today] = await Promise.all([
    isAtWork ? reachable(loadMyReservations(signal)) : loadMyReservations(signal),
    loadWaiting(signal),
    isAtWork ? [] : loadTrips(signal),
    addressToConfirm(),
    loadPending(signal),
    isAtWork ? reachable(answered(apiOrOffline.call(overviewRoutes.readToday, { signal }))) : undefined,
  ]);
  if (!trips && !mine?.savedAt) throw new ApiError(0);
  const saved = isAtWork && !today ? await readSaved() : undefined;
  if (!mine && !saved) throw new ApiError(0);
  const { reservations, savedAt } = mine ?? { reservations: [] };
  if (pending && isPlaced(pending.trip.id, reservations, waiting)) deletePendingEnrolment();
  return {
    reservations,
    waiting,
    savedAt,
    trips: trips ?? [],
    unconfirmed,
    pending: readPendingEnrolment() && pending,
    today,
    saved,
  };
}

/** What staff can read without the API: passenger lists and boardings on this device. Undefined if there are none. */
async function readSaved() {
  const [lists, boardings] = await Promise.all([readSavedLists(), readStoredBoardings()]);
  return lists.length + boardings.length > 0 ? { lists, boardings } : undefined;
}

/** Whether the user has a reservation in a trip or waits for it, so that nothing of it is pending. */
function isPlaced(tripId: string, reservations: Reservation[], waiting: WaitingListEntry[]): boolean {
  return activeReservationIn(reservations, tripId) !== undefined || waiting.some(({ trip }) => trip.id === tripId);
}

/** The pending enrolment with its trip as it is now. A trip that is gone ends the pending enrolment. */
async function loadPending(signal: AbortSignal): Promise<{ trip: Trip; choice: Enrolment } | undefined> {
  const pending = readPendingEnrolment();
  if (!pending) return undefined;
  try {
    const found = await quietApi.call(tripRoutes.read, { params: { id: pending.trip.slug }, signal });
    return found && { trip: found, choice: pending.choice };
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) deletePendingEnrolment();
    // Otherwise retried when the page is opened next.
    return undefined;
  }
}

async function loadTrips(signal: AbortSignal): Promise<Trip[] | undefined> {
  const query = { isActive: true, upcoming: true, showImages: true, size: TRIPS_SHOWN };
  const list = await reachable(answered(apiOrOffline.call(tripRoutes.list, { query, signal })));
  return list?.data;
}

/** Undefined if the API was unreachable. */
async function reachable<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isOffline(error)) return undefined;
    throw error;
  }
}

/** The user's e-mail if it is known not to be confirmed, else null. */
async function addressToConfirm(): Promise<string | null> {
  return (await isEmailConfirmed()) === false ? useUser.getState().user.email : null;
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { reservations, waiting, savedAt, trips, unconfirmed, pending, today, saved } =
    useSuspenseQuery(loaderData).data;
  const name = useUser(({ user }) => firstName(user.name));
  const role = useUser(({ user }) => user.role);
  const departure = nextDeparture(reservations);
  const { offered } = sortReservations(reservations);
  const toPay = [...offered, ...holdsToPay(reservations).filter((one) => one !== departure)];
  return (
    <>
      <p className={styles.greeting}>Olá, {name}!</p>
      {pending && !savedAt && (
        <PendingEnrolmentCard
          {...pending}
          onDropped={() => {
            deletePendingEnrolment();
            void reload();
          }}
        />
      )}
      {savedAt && <CachedReservationsNotice savedAt={savedAt} />}
      {unconfirmed && <ConfirmNotice email={unconfirmed} isRequired={installation().access.requireConfirmedEmail} />}
      {saved && <SavedLists {...saved} />}
      {today && <TodaysWork today={today} role={role} />}
      {toPay.map((one) => (
        <div key={one.id} className={styles.toPay}>
          <NextDeparture reservation={one} kicker={kickerOf(one)} onOver={() => void reload()} />
        </div>
      ))}
      <WaitingList entries={waiting} onChanged={reload} />
      {departure && <NextDeparture reservation={departure} />}
      {!savedAt && !isStaff(role) && (
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

/** What places that end without a payment are announced by. */
function kickerOf(reservation: Reservation): string {
  if (!isOffer(reservation)) return 'Falta pagar o sinal';
  return reservation.places === 1 ? 'Saiu uma vaga para você' : 'Saíram vagas para o seu grupo';
}

interface TripsToJoinProps {
  trips: Trip[];
  reservations: Reservation[];
  waiting: WaitingListEntry[];
  lead?: string | undefined;
}

function TripsToJoin({ trips, reservations, waiting, lead }: TripsToJoinProps) {
  if (trips.length === 0) {
    return (
      <EmptyState
        icon={IconMap2}
        title="Ainda não há passeios marcados"
        text="Assim que uma nova data abrir, ela aparece aqui."
      />
    );
  }
  return (
    <section aria-labelledby="proximos-passeios">
      <h2 id="proximos-passeios" className={styles.title}>
        Próximos passeios
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      <ul className={styles.cards}>
        {trips.map((one) => (
          <li key={one.id}>
            <JoinCard
              trip={one}
              reservation={activeReservationIn(reservations, one.id)}
              waiting={waiting.find(({ trip: { id } }) => id === one.id)}
            />
          </li>
        ))}
      </ul>
      <Button component="a" href="/portal/passeio" variant="default" size="md">
        Ver todos os passeios
      </Button>
    </section>
  );
}

/** Notice that the address is to be confirmed: until then it gets no e-mails about reservations. */
function ConfirmNotice({ email, isRequired }: { email: string; isRequired: boolean }) {
  return (
    <section className={confirmNoticeStyles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} aria-hidden className={confirmNoticeStyles.icon} />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="confirme-o-email" order={2} fz={17} lh={1.35} lts="0">
          {isRequired ? 'Confirme o seu e-mail para reservar' : 'Confirme o seu e-mail para receber os avisos'}
        </Title>
        <p className={confirmNoticeStyles.lead}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </p>
      </Box>
      <ResendButton send={() => requestConfirmation(email)} sentSentence="Enviado. Confira também a pasta de spam." />
    </section>
  );
}

/** The day's tasks of staff; administrators also get a link to the dashboard. */
function TodaysWork({ today, role }: { today: OverviewToday; role: string }) {
  return (
    <>
      <Figures>
        <DeparturesFigure {...today} />
        <OverdueFigure numbers={today} role={role} />
        <RequestsFigure numbers={today} role={role} />
        <PaymentFigures numbers={today} role={role} />
        <ToDecideFigure {...today} />
        <CancelledDeparturesFigure {...today} />
        <BelowMinimumFigure {...today} />
        <MissingDataFigure {...today} />
      </Figures>
      <PanelColumns
        left={<Departures today={today} />}
        right={
          <>
            <BelowMinimum today={today} />
            <Readiness today={today} />
          </>
        }
      />
      {canOpen('/admin', role) && (
        <Link to="/admin" className={todaysWorkStyles.panel}>
          <IconLayoutDashboard size={22} stroke={1.75} aria-hidden />
          <span>
            <strong>Painel da operação</strong>
            Reservas por dia e o que falta receber
          </span>
          <IconArrowRight size={20} aria-hidden />
        </Link>
      )}
    </>
  );
}
