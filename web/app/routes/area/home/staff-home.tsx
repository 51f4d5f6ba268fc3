import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import { type Overview, type OverviewToday, overviewRoutes } from '@passeio/contract/staff/overview';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { DayFigures } from '~/features/overview/day-figures';
import { BelowMinimum, Departures, Readiness } from '~/features/overview/day-panels';
import { PanelColumns } from '~/features/overview/panel';
import { canOpen, isStaff } from '~/features/session/access';
import { api } from '~/features/session/api';
import { inTime, orStored, reachable } from '~/features/session/or-stored';
import { load, queryClient } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { CompanyDay } from './company-day';
import type { SavedOnDevice } from './saved-on-device';

// What few days need, and who guides alone, brings the schemas of boardings.
const loadSaved = () => import('./saved-on-device');
const SavedLists = lazy(loadSaved);
const loadGuidesWork = () => import('./guides-work');
const GuidesWork = lazy(loadGuidesWork);

interface Day {
  /** The day's work: an administrator's has the company's figures, a guide has none. */
  today?: OverviewToday | Overview | undefined;
  /** The boardings of a guide. */
  boardings?: GuideBoardings['data'] | undefined;
  /** What this device has in the place of what the API did not answer. */
  saved?: SavedOnDevice | undefined;
}

export const staffHome = queryOptions({ queryKey: ['staff home'], queryFn: ({ signal }) => loadDay(signal) });

async function loadDay(signal: AbortSignal): Promise<Day> {
  const { role } = useUser.getState().user;
  const ofCompany = canOpen('/admin', role);
  const overview = ofCompany ? overviewRoutes.read : overviewRoutes.readToday;
  const [today, boardings] = await Promise.all([
    isStaff(role) ? orSavedLists(api.call(overview, { signal, worksOffline: true })) : undefined,
    role === 'GUIDE' ? orSavedLists(loadGuidesWork().then(({ readBoardings }) => readBoardings(signal))) : undefined,
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

/** What staff can read without the API; undefined where this device has nothing, or not the file that reads it. */
async function readSaved(): Promise<SavedOnDevice | undefined> {
  const module = await loadSaved().catch(() => undefined);
  return module?.readSaved();
}

/** The day of staff: what is to be done, and where there is no signal the lists that this device has. */
export function StaffHome({ query }: { query: typeof staffHome }) {
  const { today, boardings, saved } = useSuspenseQuery(query).data;
  useEffect(() => {
    // Where pages are stored for a day without a signal, this part of them is, too, once the page is there.
    void navigator.serviceWorker?.ready.then(loadSaved).catch(() => undefined);
  }, []);
  return (
    <Suspense>
      {saved && <SavedLists {...saved} />}
      {today && ('due' in today ? <CompanyDay overview={today} /> : <OperatorsDay today={today} />)}
      {boardings && <GuidesWork boardings={boardings} />}
    </Suspense>
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
