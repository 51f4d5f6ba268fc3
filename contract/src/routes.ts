import { auditRoutes } from './audit-routes.ts';
import { choiceRoutes } from './departures/choice-routes.ts';
import { departureRoutes } from './departures/departure-routes.ts';
import { publicSettingsRoutes } from './operator/public-settings-routes.ts';
import { settingsRoutes } from './operator/settings-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
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
  vehicles: vehicleRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;
