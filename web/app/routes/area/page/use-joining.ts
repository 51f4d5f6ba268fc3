import { useNavigate } from 'react-router';
import { enrol, leaveWaitingList, wait } from '~/features/reservations/enrolment/join';
import { reload } from '~/features/session/queries';
import type { Joining } from '~/features/trips/join-button';
import { useFormats } from '~/lib/formats';

/** Enrols in a trip and opens the reservation's page, or waits for it; a refusal reloads fares and places. */
export function useJoining(): Joining {
  const navigate = useNavigate();
  const formats = useFormats();
  return {
    async reserve(trip, choice) {
      const outcome = await enrol(trip, choice, formats);
      if (outcome.kind !== 'reserved' && outcome.kind !== 'unfinished') void reload();
      if (outcome.kind === 'full') return { full: outcome.reason };
      if (outcome.kind === 'choice') return { refused: outcome.error };
      if (outcome.kind !== 'reserved') return 'failed';
      await navigate(outcome.path);
      return 'done';
    },
    async wait(trip, request) {
      const outcome = await wait(trip, request);
      if (outcome === 'unfinished') return 'failed';
      await reload();
      return outcome === 'waiting' ? 'done' : 'failed';
    },
    async leave(trip) {
      if (await leaveWaitingList(trip)) await reload();
    },
  };
}
