import { messageRoutes } from './messages/message-routes.ts';
import { wordingRoutes } from './messages/wording-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { statementRoutes } from './payments/statement-routes.ts';
import { tripMoneyRoutes } from './payments/trip-money-routes.ts';
import type { AnyRoute } from './route.ts';
import { vehicleRoutes } from './seats/vehicle-routes.ts';
import { invitationRoutes } from './users/invitation-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** Every route of the API, by the subject under which it is documented. The browser imports the tables, not this. */
export const routes = {
  messages: messageRoutes,
  payments: { ...paymentRoutes, ...statementRoutes, ...tripMoneyRoutes },
  settings: wordingRoutes,
  users: { ...userRoutes, ...invitationRoutes },
  vehicles: vehicleRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;
