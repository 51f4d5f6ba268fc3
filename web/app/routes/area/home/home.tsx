import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { type Overview, type OverviewToday, overviewRoutes } from '@passeio/contract/overview';
import { pagePaths } from '@passeio/contract/paths';
import type { Enrolment, Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { firstName, plural } from '@passeio/contract/words';
import { IconCircleCheck, IconMailCheck } from '@tabler/icons-react';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { readSaved as readBoarding, type SavedBoarding } from '~/features/boarding/saved-boarding';
import { unsealAll } from '~/features/boarding/vault';
import { DayFigures } from '~/features/overview/day-figures';
import { BelowMinimum, Departures, Readiness } from '~/features/overview/day-panels';
import { Panel, PanelColumns } from '~/features/overview/panel';
import {
  activeReservationIn,
  holdsToPay,
  loadMyReservations,
  loadWaiting,
  type MyReservations,
  nextDeparture,
  sortReservations,
} from '~/features/reservations/my-reservations';
import { readSavedLists, type SavedList } from '~/features/reservations/passengers/saved-lists';
import { deletePendingEnrolment, readPendingEnrolment } from '~/features/reservations/pending-enrolment';
import { isOffer } from '~/features/reservations/reservation-states';
import { hasVoucher } from '~/features/reservations/voucher';
import { WaitingList } from '~/features/reservations/waiting-list';
import { canOpen, isStaff } from '~/features/session/access';
import { apiOrOffline, orRedirect } from '~/features/session/api';
import { requestConfirmation } from '~/features/session/credentials';
import { installation } from '~/features/session/installation';
import { CachedReservationsNotice, OfflineNotice } from '~/features/session/offline-notice';
import { orStored } from '~/features/session/or-stored';
import { isEmailConfirmed, quietApi } from '~/features/session/profile';
import { preload, queryClient, reload } from '~/features/session/queries';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId, useUser } from '~/features/session/user-store';
import { ResendButton } from '~/features/users/resend-button';
import { ApiError, isOffline } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { LinkRow, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/home';
import styles from './home.module.css';
import { NextDeparture } from './next-departure';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Início');
export const handle = { title: 'Início' };

// Charts are for administrators alone, and what reserves for clients.
const CompanyDay = lazy(async () => ({ default: (await import('./company-day')).CompanyDay }));
const loadTripCards = () => import('./trip-cards');
const PendingEnrolmentCard = lazy(async () => ({ default: (await loadTripCards()).PendingEnrolmentCard }));
const TripsToJoin = lazy(async () => ({ default: (await loadTripCards()).TripsToJoin }));

/** Number of trips shown; the portal lists all. */
const TRIPS_SHOWN = 6;

const home = queryOptions({ queryKey: ['home'], queryFn: ({ signal }) => loadHome(signal) });

export function clientLoader() {
  return preload(home);
}

async function loadHome(signal: AbortSignal) {
  const { role } = useUser.getState().user;
  const isAtWork = isStaff(role);
  const overview = canOpen('/admin', role) ? overviewRoutes.read : overviewRoutes.readToday;
  const [mine, waiting, trips, pending, today, boardings] = await Promise.all([
    isAtWork ? reachable(loadMyReservations(signal, showLate)) : loadMyReservations(signal, showLate),
    loadWaiting(signal, (late) => showLate({ waiting: late })),
    isAtWork ? [] : inTime(loadTrips(signal)),
    inTime(loadPending(signal)),
    isAtWork ? orSavedLists(orRedirect(apiOrOffline.call(overview, { signal }))) : undefined,
    role === 'GUIDE' ? orSavedLists(orRedirect(apiOrOffline.call(boardingRoutes.listOwn, { signal }))) : undefined,
  ]);
  if (!trips && !mine?.savedAt && !mine?.reservations.length) throw new ApiError(0);
  const saved = (isAtWork && !today) || (role === 'GUIDE' && !boardings) ? await readSaved() : undefined;
  if (!mine && !saved) throw new ApiError(0);
  const { reservations, savedAt } = mine ?? { reservations: [] };
  return {
    reservations,
    waiting,
    savedAt,
    trips,
    pending: readPendingEnrolment() && pending,
    today,
    boardings: boardings?.data,
    saved,
  };
}

/** Puts an answer that came late in the place of what is shown. */
function showLate(answer: Partial<MyReservations> & { waiting?: WaitingListEntry[] }): void {
  queryClient.setQueryData(home.queryKey, (shown) => shown && { ...shown, ...answer });
}

/** What the page is complete without; undefined if it takes longer than its other parts wait. */
function inTime<Part>(part: Promise<Part>): Promise<Part | undefined> {
  return orStored(
    part.then((value) => ({ value })),
    { readStored: async () => ({ value: undefined }) },
  ).then(({ value }) => value);
}

/** Undefined where the API does not answer and this device has lists to show in its place. */
function orSavedLists<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  const readStored = async () => ((await readSaved()) ? { value: undefined } : undefined);
  return reachable(
    orStored(
      answer.then((value) => ({ value })),
      { readStored },
    ).then(({ value }) => value),
  );
}

/** What staff can read without the API: passenger lists and boardings on this device. Undefined if there are none. */
async function readSaved() {
  const [lists, boardings] = await Promise.all([readSavedLists(), readStoredBoardings()]);
  return lists.length + boardings.length > 0 ? { lists, boardings } : undefined;
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
    const found = await quietApi.call(tripRoutes.read, { params: { id: pending.trip.slug }, signal });
    return found && { trip: found, choice: pending.choice };
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) deletePendingEnrolment();
    // Otherwise retried when the page is opened next.
    return undefined;
  }
}

async function loadTrips(signal: AbortSignal): Promise<Trip[] | undefined> {
  // A failure is reported where the cards are shown.
  loadTripCards().catch(() => undefined);
  const query = { isActive: true, upcoming: true, showImages: true, size: TRIPS_SHOWN };
  const list = await reachable(orRedirect(apiOrOffline.call(tripRoutes.list, { query, signal })));
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

const emailConfirmed = queryOptions({ queryKey: ['email confirmed'], queryFn: isEmailConfirmed });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { reservations, waiting, savedAt, trips, pending, today, boardings, saved } = useSuspenseQuery(loaderData).data;
  // Without an answer the page is complete without it.
  const isUnconfirmed = useQuery(emailConfirmed).data === false;
  const email = useUser(({ user }) => user.email);
  const name = useUser(({ user }) => firstName(user.name));
  const role = useUser(({ user }) => user.role);
  const departure = nextDeparture(reservations);
  const { offered } = sortReservations(reservations);
  const toPay = [...offered, ...holdsToPay(reservations).filter((one) => one !== departure)];
  return (
    <>
      <p className={styles.greeting}>Olá, {name}!</p>
      {pending && !savedAt && (
        <Suspense>
          <Pending {...pending} place={placeIn(pending.trip.id, reservations, waiting)} />
        </Suspense>
      )}
      {savedAt && <CachedReservationsNotice savedAt={savedAt} />}
      {isUnconfirmed && <ConfirmNotice email={email} isRequired={installation().access.requireConfirmedEmail} />}
      {saved && <SavedLists {...saved} />}
      {today && <TodaysWork today={today} />}
      {boardings && <GuidesWork boardings={boardings} />}
      <Stack gap="lg" className={styles.ahead}>
        {departure && hasVoucher(departure) && <NextDeparture reservation={departure} />}
        {toPay.map((one) => (
          <NextDeparture key={one.id} reservation={one} kicker={kickerOf(one)} />
        ))}
        {departure && !hasVoucher(departure) && <NextDeparture reservation={departure} />}
        <WaitingList entries={waiting} />
      </Stack>
      {trips && !savedAt && !isStaff(role) && role !== 'GUIDE' && (
        <Suspense>
          <TripsToJoin
            trips={trips}
            reservations={reservations}
            waiting={waiting}
            lead={
              departure || offered.length > 0 ? undefined : 'Você ainda não tem um passeio marcado. Que tal um destes?'
            }
          />
        </Suspense>
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
  /** Of who has part in the trip already: nothing of it is pending. */
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

/** Notice that the address is to be confirmed: until then it gets no e-mails about reservations. */
function ConfirmNotice({ email, isRequired }: { email: string; isRequired: boolean }) {
  return (
    <section className={styles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="confirme-o-email" order={2} fz={17} lh={1.35} lts="0">
          {isRequired ? 'Confirme o seu e-mail para reservar' : 'Confirme o seu e-mail para receber os avisos'}
        </Title>
        <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </Text>
      </Box>
      <ResendButton send={() => requestConfirmation(email)} sentText="Enviado. Confira também a pasta de spam." />
    </section>
  );
}

/** The departures that a guide boards. */
function GuidesWork({ boardings }: { boardings: GuideBoardings['data'] }) {
  const { formatWeekdayAndNumericDate, formatTime, formatMoment } = useFormats();
  return (
    <Panel
      title="Seus embarques"
      lead={
        boardings.length === 0 ? 'Nenhum por enquanto. A equipe marca você nas saídas em que vai guiar.' : undefined
      }
    >
      {boardings.length > 0 && (
        <Rows plain>
          {boardings.map(({ id, title, date, opensAt, people }) => (
            <LinkRow key={id} to={tripPaths.boarding(id)}>
              <span>
                <strong>{title}</strong>
                <Text component="span" display="block" c="dimmed">
                  {formatWeekdayAndNumericDate(date)}, {formatTime(date)} · {plural(people, 'pessoa')}
                </Text>
              </span>
              {Date.parse(opensAt) > Date.now() && <Text variant="hint">Abre {formatMoment(opensAt)}</Text>}
            </LinkRow>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

/** The day's tasks of staff; an administrator's day has the company's money too. */
function TodaysWork({ today }: { today: OverviewToday | Overview }) {
  if ('due' in today) {
    return (
      <Suspense>
        <CompanyDay overview={today} />
      </Suspense>
    );
  }
  return (
    <>
      <DayFigures numbers={today} />
      <PanelColumns
        left={<Departures today={today} />}
        right={
          <>
            <BelowMinimum today={today} />
            <Readiness today={today} />
          </>
        }
      />
    </>
  );
}

interface SavedListsProps {
  lists: SavedList[];
  boardings: SavedBoarding[];
}

/** Offline: links to the boarding and passenger lists that this device has. */
function SavedLists({ lists, boardings }: SavedListsProps) {
  return (
    <>
      <OfflineNotice>
        <strong>Sem sinal.</strong> As listas que você abriu por último estão salvas neste aparelho.
      </OfflineNotice>
      {boardings.length > 0 && (
        <Panel title="Embarques salvos">
          <Box component="ul" mt={8}>
            {boardings.map(({ savedAt, list: { trip, people } }) => (
              <Saved
                key={trip.id}
                to={tripPaths.boarding(trip.id)}
                title={trip.title}
                date={trip.date}
                people={people.length}
                savedAt={savedAt}
              />
            ))}
          </Box>
        </Panel>
      )}
      {lists.length > 0 && (
        <Panel title="Listas salvas">
          <Box component="ul" mt={8}>
            {lists.map(({ savedAt, list: { trip, totals } }) => (
              <Saved
                key={trip.id}
                to={tripPaths.passengers(trip.id)}
                title={trip.title}
                date={trip.date}
                people={totals.going}
                savedAt={savedAt}
              />
            ))}
          </Box>
        </Panel>
      )}
    </>
  );
}

interface SavedProps {
  to: string;
  title: string;
  date: string;
  people: number;
  savedAt: string;
}

function Saved({ to, title, date, people, savedAt }: SavedProps) {
  const { formatMoment, formatShortDate } = useFormats();
  return (
    <li>
      {/* A document load: the service worker has cached the page's HTML shell. */}
      <Link to={to} reloadDocument className={styles.saved}>
        <strong>{title}</strong>
        <small>
          {formatShortDate(date)} · {plural(people, 'pessoa')} · salva em {formatMoment(savedAt)}
        </small>
      </Link>
    </li>
  );
}

/**
 * The boarding lists that this browser has of the person who is signed in, by departure; none if they cannot be read.
 */
async function readStoredBoardings(): Promise<SavedBoarding[]> {
  const owner = ownerId();
  if (owner === null) return [];
  const stored = await unsealAll(userCacheName(owner)).catch(() => []);
  return stored
    .flatMap((one) => readBoarding(one) ?? [])
    .sort((a, b) => Date.parse(a.list.trip.date) - Date.parse(b.list.trip.date));
}
