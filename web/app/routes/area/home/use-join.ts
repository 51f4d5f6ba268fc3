import { useNavigate, useRevalidator } from 'react-router';
import { enrol } from '~/features/reservations/enrol';
import type { Join } from '~/features/trips/join-button';

/** Enrols in a trip and opens the reservation's page; a refusal reloads fares and places. */
export function useJoin(): Join {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return async (trip, choice) => {
    const outcome = await enrol(trip, choice);
    if (outcome.kind === 'refused') void revalidate();
    if (outcome.kind !== 'reserved') return false;
    await navigate(outcome.path);
    return true;
  };
}
