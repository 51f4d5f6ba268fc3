import { boardingRoutes } from './boarding/boarding-routes.ts';
import { passengerRoutes } from './boarding/passenger-routes.ts';
import { roadListRoutes } from './boarding/road-list-routes.ts';
import { enrolmentRoutes } from './reservations/enrolment-routes.ts';
import { participantLinkRoutes } from './reservations/participant-link-routes.ts';
import { reservationRoutes } from './reservations/reservation-routes.ts';
import { staffReservationRoutes } from './reservations/staff-reservation-routes.ts';
import { waitingListRoutes } from './reservations/waiting-list-routes.ts';
import type { AnyRoute } from './route.ts';
import { vehicleRoutes } from './seats/vehicle-routes.ts';

/** Every route of the API, by the subject under which it is documented. The browser imports the tables, not this. */
export const routes = {
  boarding: boardingRoutes,
  passengers: { ...passengerRoutes, ...roadListRoutes, ...staffReservationRoutes },
  reservations: { ...enrolmentRoutes, ...reservationRoutes, ...participantLinkRoutes },
  vehicles: vehicleRoutes,
  'waiting list': waitingListRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;
