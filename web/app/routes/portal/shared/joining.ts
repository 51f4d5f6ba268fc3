import { useRevalidator } from 'react-router';
import type { Joining } from '~/features/trips/join-button';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';

/** Enrols in a trip and opens the reservation's page, or waits for it; a refusal reloads fares and places. */
export function useJoining(): Joining {
  const { revalidate } = useRevalidator();
  const formats = useFormats();
  return {
    reserve: async (...wanted) => (await load())?.reserve({ reload: revalidate, formats }, ...wanted) ?? 'failed',
    wait: async (...wanted) => (await load())?.waitInLine(revalidate, ...wanted) ?? 'failed',
    leave: async (trip) => (await load())?.leave(trip),
  };
}

/** The code that does it is loaded at the first click; undefined, reported in a toast, if that failed. */
function load() {
  return import('./join-calls').catch((error) => {
    console.warn('Enrolment could not be loaded', error);
    showAlert('error', FALLBACK_MESSAGE);
  });
}
