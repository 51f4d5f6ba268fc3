import { auditRoutes } from './audit-routes.ts';
import { boardingRoutes } from './boarding/boarding-routes.ts';
import { passengerRoutes } from './boarding/passenger-routes.ts';
import { roadListRoutes } from './boarding/road-list-routes.ts';
import { choiceRoutes } from './departures/choice-routes.ts';
import { departureRoutes } from './departures/departure-routes.ts';
import { publicSettingsRoutes } from './operator/public-settings-routes.ts';
import { settingsRoutes } from './operator/settings-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { enrolmentRoutes } from './reservations/enrolment-routes.ts';
import { participantLinkRoutes } from './reservations/participant-link-routes.ts';
import { reservationRoutes } from './reservations/reservation-routes.ts';
import { staffReservationRoutes } from './reservations/staff-reservation-routes.ts';
import { waitingListRoutes } from './reservations/waiting-list-routes.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import type { AnyRoute } from './route.ts';
import { seatRoutes } from './seats/seat-routes.ts';
import { vehicleRoutes } from './seats/vehicle-routes.ts';
import { tripEditingRoutes } from './trips/trip-editing-routes.ts';
import { tripRoutes } from './trips/trip-routes.ts';

/** Every route of the API, by the subject under which it is documented. The browser imports the tables, not this. */
export const routes = {
  audit: auditRoutes,
  departures: { ...departureRoutes, ...choiceRoutes },
  overview: overviewRoutes,
  reviews: reviewRoutes,
  seats: seatRoutes,
  settings: { ...publicSettingsRoutes, ...settingsRoutes },
  trips: { ...tripRoutes, ...tripEditingRoutes },
  boarding: boardingRoutes,
  passengers: { ...passengerRoutes, ...roadListRoutes, ...staffReservationRoutes },
  reservations: { ...enrolmentRoutes, ...reservationRoutes, ...participantLinkRoutes },
  vehicles: vehicleRoutes,
  'waiting list': waitingListRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;
