import { useRevalidator } from 'react-router';
import type { EnrolmentOutcome } from '~/features/reservations/enrol';
import type { Join } from '~/features/trips/join-button';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';

/** Enrols in a trip and opens the reservation's page; a refusal reloads fares and places. */
export function useJoin(): Join {
  const { revalidate } = useRevalidator();
  return async (trip, choice) => {
    const outcome = await join(trip, choice);
    if (outcome.kind === 'refused') {
      void reloadSchedule();
      void revalidate();
    }
    if (outcome.kind !== 'reserved') return false;
    // Pages behind login have other stylesheets: a full page load opens them.
    window.location.assign(outcome.path);
    return true;
  };
}

/** The schedule's code is loaded with the schedule: where it is not, there is nothing to reload. */
async function reloadSchedule(): Promise<void> {
  const { reloadTrips } = await import('~/features/trips/trips-store');
  reloadTrips();
}

/** Loads the enrolment's code at the first click. */
async function join(...[trip, choice]: Parameters<Join>): Promise<EnrolmentOutcome> {
  try {
    const { enrol } = await import('~/features/reservations/enrol');
    return await enrol(trip, choice);
  } catch (error) {
    console.warn('Enrolment could not be loaded', error);
    showAlert('error', FALLBACK_MESSAGE);
    return { kind: 'unfinished' };
  }
}
