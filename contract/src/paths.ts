import { publicApiPaths, tripPagePath } from './public-paths.ts';

export { API_BASE } from './public-paths.ts';

/** Where the embedded identity provider is mounted. */
export const IDENTITY_BASE = '/identity';

/** API paths, relative to {@link API_BASE}. */
export const apiPaths = {
  ...publicApiPaths,
  accessSettings: 'settings/access',
  operatorSettings: 'settings/operator',
  logo: 'settings/logo',
  trip: (idOrSlug: string) => `trips/${encodeURIComponent(idOrSlug)}`,
  tripMonths: 'trips/months',
  tripCopies: (tripId: string) => `trips/${encodeURIComponent(tripId)}/copies`,
  tripPublication: (tripId: string) => `trips/${encodeURIComponent(tripId)}/publication`,
  tripImages: (tripId: string) => `trips/image/${encodeURIComponent(tripId)}`,
  tripImage: (tripId: string, imageId: string) =>
    `trips/image/${encodeURIComponent(tripId)}/${encodeURIComponent(imageId)}`,
  // The specification's spelling.
  enrol: (tripId: string) => `trips/enrrol/${encodeURIComponent(tripId)}`,
  passengerBoarding: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/boarding`,
  passengers: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers`,
  passengerSheet: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/sheet`,
  passengerExport: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/export`,
  passengerCandidates: (tripId: string) => `trips/${encodeURIComponent(tripId)}/candidates`,
  me: 'users/me',
  mySessions: 'users/me/sessions',
  mySession: (sessionId: string) => `users/me/sessions/${encodeURIComponent(sessionId)}`,
  users: 'users',
  user: (userId: string) => `users/${encodeURIComponent(userId)}`,
  userReservations: (userId: string) => `users/${encodeURIComponent(userId)}/reservations`,
  userInvitation: (userId: string) => `users/${encodeURIComponent(userId)}/invitation`,
  readInvitation: 'invitations/read',
  acceptInvitation: 'invitations/accept',
  userHistory: (userId: string) => `users/${encodeURIComponent(userId)}/history`,
  validateUser: 'users/validate',
  myReservations: 'reservations/me',
  myCompanions: 'reservations/me/companions',
  reservationSettings: 'settings/reservations',
  readParticipantLink: 'participants/link/read',
  participantLink: 'participants/link',
  overview: 'overview',
  overviewToday: 'overview/today',
  overviewReservations: 'overview/reservations',
  cancelReservation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/cancel`,
  reservation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}`,
  participants: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/participants`,
  participant: (reservationId: string, participantId: string) =>
    `reservations/${encodeURIComponent(reservationId)}/participants/${encodeURIComponent(participantId)}`,
  companionLink: (reservationId: string, participantId: string) =>
    `reservations/${encodeURIComponent(reservationId)}/participants/${encodeURIComponent(participantId)}/link`,
  reservationAdjustments: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/adjustments`,
  reservationPayer: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/payer`,
  reservationHold: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/hold`,
  reservationMove: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/move`,
  reservationConfirmation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/confirmation`,
  reservationPayments: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/payments`,
  reservationPaymentReversal: (reservationId: string, entryId: string) =>
    `reservations/${encodeURIComponent(reservationId)}/payments/${encodeURIComponent(entryId)}/reversal`,
  charges: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/charges`,
  receipts: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/receipts`,
  receiptFile: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/file`,
  receiptsToReview: 'payments/receipts',
  receiptApproval: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/approval`,
  receiptRejection: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/rejection`,
  refunds: 'payments/refunds',
  refund: (refundId: string) => `payments/refunds/${encodeURIComponent(refundId)}`,
  refundPayment: (refundId: string) => `payments/refunds/${encodeURIComponent(refundId)}/payment`,
  unmatchedPayments: 'payments/unmatched',
  unmatchedAssignment: (paymentId: string) => `payments/unmatched/${encodeURIComponent(paymentId)}/assignment`,
  unmatchedDismissal: (paymentId: string) => `payments/unmatched/${encodeURIComponent(paymentId)}/dismissal`,
  statements: 'payments/statements',
  statement: (statementId: string) => `payments/statements/${encodeURIComponent(statementId)}`,
  statementConfirmation: (statementId: string) => `payments/statements/${encodeURIComponent(statementId)}/confirmation`,
  paymentsToDo: 'payments/to-do',
  tripMoney: (tripId: string) => `trips/${encodeURIComponent(tripId)}/money`,
  tripMoneyExport: (tripId: string) => `trips/${encodeURIComponent(tripId)}/money/export`,
  reservationCancellation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/cancellation`,
  audit: 'audit',
  failedEmails: 'messages/failed',
  failedEmail: (emailId: string) => `messages/failed/${encodeURIComponent(emailId)}`,
  emailRetries: 'messages/failed/retries',
} as const;

/** Makes a write idempotent; keys expire after 24 h. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Pages that e-mails link to. */
export const pagePaths = {
  trip: tripPagePath,
  resetPassword: (token: string) => `/auth/reset-password?token=${encodeURIComponent(token)}`,
  undoEmailChange: (token: string) => `/auth/undo-email-change?token=${encodeURIComponent(token)}`,
  // In the fragment, so that it reaches no server log and no Referer.
  participantLink: (token: string) => `/participante#${encodeURIComponent(token)}`,
  reservation: (code: string) => `/minhasreservas/${encodeURIComponent(code)}`,
  invitation: (token: string) => `/auth/invitation#${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/auth/confirm-mail?token=${encodeURIComponent(token)}`,
} as const;
