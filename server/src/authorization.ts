import type { Access } from './platform/access.ts';

const staff = ['ADMIN', 'OPERATOR'] as const;
const everyRole = ['ADMIN', 'OPERATOR', 'CLIENT'] as const;

/** The one authorisation table: who may call each route. What a caller may do with an object is in *.policy.ts. */
export const authorization: Record<string, Access> = {
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',

  'GET /api/settings': 'anyone',
  'PUT /api/settings/access': ['ADMIN'],
  'GET /api/settings/operator': ['ADMIN'],
  'PUT /api/settings/operator': ['ADMIN'],
  'PUT /api/settings/logo': ['ADMIN'],
  'DELETE /api/settings/logo': ['ADMIN'],
  'GET /api/settings/logo/:logoId/:rendition': 'anyone',

  'GET /api/trips': 'anyone',
  'POST /api/trips': staff,
  'PUT /api/trips': staff,
  'GET /api/trips/months': staff,
  'GET /api/trips/:id': 'anyone',
  'POST /api/trips/:id/copies': staff,
  'PUT /api/trips/:id/publication': staff,
  'POST /api/trips/image/:tripId': staff,
  'PUT /api/trips/image/:tripId': staff,
  'DELETE /api/trips/image/:tripId/:imageId': staff,
  'GET /api/trips/image/:imageId/:rendition': 'anyone',
  'POST /api/trips/enrrol/:tripId': everyRole,

  'GET /api/users/me': 'identified',
  'POST /api/users/me': everyRole,
  'PUT /api/users/me': everyRole,
  'GET /api/users/me/sessions': 'identified',
  'DELETE /api/users/me/sessions/:sessionId': 'identified',
  'POST /api/users/validate': 'anyone',
  'POST /api/users': 'identified',
  'GET /api/users': ['ADMIN'],
  'GET /api/users/:userId': ['ADMIN'],
  'PUT /api/users': ['ADMIN'],
  'GET /api/users/:userId/reservations': ['ADMIN'],
  'GET /api/users/:userId/history': ['ADMIN'],

  'GET /api/reservations/me': everyRole,
  'POST /api/reservations/:reservationId/cancel': everyRole,

  'GET /api/trips/:tripId/passengers': staff,
  'POST /api/trips/:tripId/passengers': staff,
  'GET /api/trips/:tripId/passengers/sheet': staff,
  'GET /api/trips/:tripId/passengers/export': staff,
  'GET /api/trips/:tripId/candidates': staff,
  'PUT /api/reservations/:reservationId': staff,
  'PUT /api/reservations/:reservationId/person': staff,
  'GET /api/reservations/:reservationId/payments': staff,
  'POST /api/reservations/:reservationId/payments': staff,
  'POST /api/reservations/:reservationId/cancellation': staff,

  'GET /api/audit': ['ADMIN'],
  'GET /api/overview': ['ADMIN'],
  'GET /api/overview/today': staff,
  'GET /api/overview/reservations': staff,

  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/docs/': 'anyone',
  'GET /api/docs/json': 'anyone',
  'GET /api/docs/yaml': 'anyone',
  'GET /api/docs/static/*': 'anyone',
  'GET /api/docs/static/index.html': 'anyone',
  'GET /api/docs/static/swagger-initializer.js': 'anyone',

  'POST /identity/sign-up/email': 'anyone',
  'POST /identity/sign-in/email': 'anyone',
  'POST /identity/sign-out': 'anyone',
  'POST /identity/request-password-reset': 'anyone',
  'POST /identity/reset-password': 'anyone',
  'POST /identity/send-verification-email': 'anyone',
  'GET /identity/verify-email': 'anyone',
  'POST /identity/change-password': 'anyone',
  'POST /identity/change-email': 'anyone',
  'GET /identity/get-session': 'anyone',
  'GET /identity/token': 'anyone',
  'GET /identity/jwks': 'anyone',

  'GET /assets/*': 'anyone',
  'GET /*': 'anyone',
};
