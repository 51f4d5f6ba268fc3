import type { Trip } from '@passeio/contract/trips/trips';
import { useOwnPlace } from '~/features/reservations/enrolment/joined-trips';
import { usePendingChoice } from '~/features/session/remembered/pending-choice';
import { TripDialog } from '~/features/trips/trip-dialog';
import { useTrips } from '~/features/trips/trips-store';
import { useJoining } from '../shared/joining';

interface ChosenTripProps {
  trip: Trip;
  onClose: () => void;
}

/** Dialog of the trip that was chosen in the schedule, as last loaded: a refusal reloads it. */
export function ChosenTrip({ trip, onClose }: ChosenTripProps) {
  const joining = useJoining();
  const shown = useTrips(({ trips }) => trips.find(({ id }) => id === trip.id)) ?? trip;
  const place = useOwnPlace(trip.id);
  const pending = usePendingChoice(trip.id);
  return <TripDialog trip={shown} {...{ joining, place, pending, onClose }} />;
}
