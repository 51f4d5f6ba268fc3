import type { Access } from './platform/access.ts';

const everyRole = ['ADMIN', 'OPERATOR', 'CLIENT'] as const;

/** The one authorisation table: who may call each route. What a caller may do with an object is in *.policy.ts. */
export const authorization: Record<string, Access> = {
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',

  'GET /api/settings': 'anyone',
  'PUT /api/settings/access': ['ADMIN'],

  'GET /api/trips': 'anyone',
  'GET /api/trips/:id': 'anyone',
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

  'GET /api/reservations/me': everyRole,
  'POST /api/reservations/:reservationId/cancel': everyRole,

  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/docs/': 'anyone',
  'GET /api/docs/json': 'anyone',
  'GET /api/docs/yaml': 'anyone',
  'GET /api/docs/*': 'anyone',
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
