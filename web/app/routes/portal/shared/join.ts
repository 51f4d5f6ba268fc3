import { useRevalidator } from 'react-router';
import type { Join } from '~/features/trips/join-button';
import { expireTrips } from '~/features/trips/trips-store';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';

/** Enrols in a trip and reloads the page's places left. */
export function useJoin(): Join {
  const { revalidate } = useRevalidator();
  return async (trip) => {
    const joined = await join(trip);
    if (joined) {
      expireTrips();
      void revalidate();
    }
    return joined;
  };
}

/** Loads the enrolment's code at the first click. */
const join: Join = async (trip) => {
  try {
    const { enrol } = await import('~/features/reservations/enrol');
    return await enrol(trip);
  } catch (error) {
    console.warn('Enrolment could not be loaded', error);
    showAlert('error', FALLBACK_MESSAGE);
    return false;
  }
};
