/** Where the API is mounted. Image `url`s are relative to it. */
export const API_BASE = '/api/';

/** Where the embedded identity provider is mounted. */
export const IDENTITY_BASE = '/identity';

/** API paths, relative to {@link API_BASE}. */
export const apiPaths = {
  settings: 'settings',
  accessSettings: 'settings/access',
  trips: 'trips',
  trip: (idOrSlug: string) => `trips/${encodeURIComponent(idOrSlug)}`,
  // The double "r" is the customer's spelling.
  enrol: (tripId: string) => `trips/enrrol/${encodeURIComponent(tripId)}`,
  me: 'users/me',
  mySessions: 'users/me/sessions',
  mySession: (sessionId: string) => `users/me/sessions/${encodeURIComponent(sessionId)}`,
  users: 'users',
  validateUser: 'users/validate',
  myReservations: 'reservations/me',
  cancelReservation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/cancel`,
} as const;

/** Header under which a person may repeat a write without it happening twice; keys live 24 h. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Pages that both sides know: links in mails point there. */
export const pagePaths = {
  trip: (slug: string) => `/portal/passeio/${slug}`,
  resetPassword: (token: string) => `/auth/reset-password?token=${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/auth/confirm-mail?token=${encodeURIComponent(token)}`,
} as const;
