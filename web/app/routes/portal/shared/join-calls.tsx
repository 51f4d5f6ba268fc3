import { createRoot } from 'react-dom/client';
import { enrol, leaveWaitingList, wait } from '~/features/reservations/enrolment/join';
import type { Joined, Joining } from '~/features/trips/join-button';
import type { Formats } from '~/lib/formats';
import { ConfirmDialog } from '~/ui/dialogs/confirm-dialog';

type Reload = () => Promise<void>;

/** Enrols in a trip and opens the reservation's page. */
export async function reserve(
  { reload, formats }: { reload: Reload; formats: Formats },
  ...[trip, choice]: Parameters<Joining['reserve']>
): Promise<Joined> {
  const outcome = await withConfirmDialog(() => enrol(trip, choice, formats));
  if (outcome.kind === 'refused' || outcome.kind === 'full') reloadAll(reload);
  if (outcome.kind === 'full') return { full: outcome.reason };
  if (outcome.kind === 'choice') return { refused: outcome.error };
  if (outcome.kind !== 'reserved') return 'failed';
  // Pages behind login have other stylesheets: a full page load opens them.
  window.location.assign(outcome.path);
  return 'done';
}

/** Goes on a trip's waiting list. */
export async function waitInLine(reload: Reload, ...wanted: Parameters<Joining['wait']>): Promise<Joined> {
  const outcome = await wait(...wanted);
  if (outcome === 'refused') reloadAll(reload);
  return outcome === 'waiting' ? 'done' : 'failed';
}

/** Asks and leaves a trip's waiting list. */
export async function leave(trip: Parameters<Joining['leave']>[0]): Promise<void> {
  await withConfirmDialog(() => leaveWaitingList(trip));
}

// The portal, which asks nothing else, has the dialog only while something may be asked.
async function withConfirmDialog<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<ConfirmDialog />);
  try {
    return await act();
  } finally {
    root.unmount();
    place.remove();
  }
}

function reloadAll(reload: Reload): void {
  void reload();
  void reloadSchedule();
}

/** The schedule's code is loaded with the schedule: where it is not, there is nothing to reload. */
async function reloadSchedule(): Promise<void> {
  const { reloadTrips } = await import('~/features/trips/trips-store');
  reloadTrips();
}
