import { Box, Text } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import { type Overview, type OverviewToday, overviewRoutes } from '@passeio/contract/overview';
import { plural } from '@passeio/contract/words';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readSaved as readBoarding, type SavedBoarding } from '~/features/boarding/saved-boarding';
import { unsealAll } from '~/features/boarding/vault';
import { DayFigures } from '~/features/overview/day-figures';
import { BelowMinimum, Departures, Readiness } from '~/features/overview/day-panels';
import { Panel, PanelColumns } from '~/features/overview/panel';
import { readSavedLists, type SavedList } from '~/features/reservations/passengers/saved-lists';
import { canOpen, isStaff } from '~/features/session/access';
import { apiOrOffline, orRedirect } from '~/features/session/api';
import { OfflineNotice } from '~/features/session/offline-notice';
import { inTime, orStored, reachable } from '~/features/session/or-stored';
import { load, queryClient } from '~/features/session/queries';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId, useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { CompanyDay } from './company-day';
import styles from './home.module.css';

interface Day {
  /** Of an administrator with the company's figures; none of a guide. */
  today?: OverviewToday | Overview | undefined;
  /** Of a guide. */
  boardings?: GuideBoardings['data'] | undefined;
  /** What this device has in the place of what the API did not answer. */
  saved?: SavedListsProps | undefined;
}

export const staffHome = queryOptions({ queryKey: ['staff home'], queryFn: ({ signal }) => loadDay(signal) });

async function loadDay(signal: AbortSignal): Promise<Day> {
  const { role } = useUser.getState().user;
  const ofCompany = canOpen('/admin', role);
  const overview = ofCompany ? overviewRoutes.read : overviewRoutes.readToday;
  const [today, boardings] = await Promise.all([
    isStaff(role) ? orSavedLists(orRedirect(apiOrOffline.call(overview, { signal }))) : undefined,
    role === 'GUIDE' ? orSavedLists(orRedirect(apiOrOffline.call(boardingRoutes.listOwn, { signal }))) : undefined,
    // Its panel would push the others down.
    ofCompany && inTime(queryClient.prefetchQuery({ ...load(messageRoutes.listFailed), retry: false })),
  ]);
  const saved = today || boardings ? undefined : await readSaved();
  if (!today && !boardings && !saved) throw new ApiError(0);
  return { today, boardings: boardings?.data, saved };
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

/** The day of staff: what is to be done, and where there is no signal the lists that this device has. */
export function StaffHome({ query }: { query: typeof staffHome }) {
  const { today, boardings, saved } = useSuspenseQuery(query).data;
  return (
    <>
      {saved && <SavedLists {...saved} />}
      {today && ('due' in today ? <CompanyDay overview={today} /> : <OperatorsDay today={today} />)}
      {boardings && <GuidesWork boardings={boardings} />}
    </>
  );
}

function OperatorsDay({ today }: { today: OverviewToday }) {
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
