import type { AnyRoute } from './route.ts';
import { vehicleRoutes } from './seats/vehicle-routes.ts';

/** Every route of the API, by the subject under which it is documented. The browser imports the tables, not this. */
export const routes = {
  vehicles: vehicleRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;
