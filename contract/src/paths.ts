import { publicApiPaths, tripPagePath } from './public-paths.ts';

export { API_BASE } from './public-paths.ts';

/** Where the embedded identity provider is mounted. */
export const IDENTITY_BASE = '/identity';

/** API paths, relative to {@link API_BASE}. */
export const apiPaths = {
  ...publicApiPaths,
  accessSettings: 'settings/access',
  operatorSettings: 'settings/operator',
  messageWordings: 'settings/messages',
  messageWording: (key: string) => `settings/messages/${encodeURIComponent(key)}`,
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
  waitingList: (tripId: string) => `trips/${encodeURIComponent(tripId)}/waiting-list`,
  myWaitingList: 'waiting-list/me',
  waitingEntries: (tripId: string) => `trips/${encodeURIComponent(tripId)}/waiting-list/entries`,
  waitingPreview: (tripId: string) => `trips/${encodeURIComponent(tripId)}/waiting-list/preview`,
  waitingEntry: (tripId: string, entryId: string) =>
    `trips/${encodeURIComponent(tripId)}/waiting-list/entries/${encodeURIComponent(entryId)}`,
  waitingPosition: (tripId: string, entryId: string) =>
    `trips/${encodeURIComponent(tripId)}/waiting-list/entries/${encodeURIComponent(entryId)}/position`,
  waitingOffer: (tripId: string, entryId: string) =>
    `trips/${encodeURIComponent(tripId)}/waiting-list/entries/${encodeURIComponent(entryId)}/offer`,
  passengerBoarding: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/boarding`,
  passengers: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers`,
  passengerSheet: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/sheet`,
  passengerExport: (tripId: string) => `trips/${encodeURIComponent(tripId)}/passengers/export`,
  roadList: (tripId: string) => `trips/${encodeURIComponent(tripId)}/road-list`,
  roadListVersions: (tripId: string) => `trips/${encodeURIComponent(tripId)}/road-list/versions`,
  roadListExport: (tripId: string, version: number) =>
    `trips/${encodeURIComponent(tripId)}/road-list/versions/${version}/export`,
  passengerCandidates: (tripId: string) => `trips/${encodeURIComponent(tripId)}/candidates`,
  boarding: (tripId: string) => `trips/${encodeURIComponent(tripId)}/boarding`,
  attendanceCorrection: (tripId: string, participantId: string) =>
    `trips/${encodeURIComponent(tripId)}/boarding/people/${encodeURIComponent(participantId)}`,
  tripClosing: (tripId: string) => `trips/${encodeURIComponent(tripId)}/closing`,
  departedTrips: 'departures/departed',
  boardingTaps: (tripId: string) => `trips/${encodeURIComponent(tripId)}/boarding/taps`,
  guideLinks: (tripId: string) => `trips/${encodeURIComponent(tripId)}/guide-links`,
  guideLink: (tripId: string, linkId: string) =>
    `trips/${encodeURIComponent(tripId)}/guide-links/${encodeURIComponent(linkId)}`,
  guideSession: 'guide/session',
  guideBoarding: 'guide/boarding',
  guideBoardingTaps: 'guide/boarding/taps',
  vehicles: 'vehicles',
  vehicle: (vehicleId: string) => `vehicles/${encodeURIComponent(vehicleId)}`,
  reservationSeats: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/seats`,
  tripSeats: (tripId: string) => `trips/${encodeURIComponent(tripId)}/seats`,
  vehicleSwap: (tripId: string) => `trips/${encodeURIComponent(tripId)}/vehicle-swap`,
  vehicleDepartures: 'vehicles/departures',
  vehicleArchive: (vehicleId: string) => `vehicles/${encodeURIComponent(vehicleId)}/archive`,
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
  review: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/review`,
  readReviewLink: 'reviews/link/read',
  reviewLink: 'reviews/link',
  reviews: 'reviews',
  tripReviews: (tripId: string) => `trips/${encodeURIComponent(tripId)}/reviews`,
  reviewPublication: (reviewId: string) => `reviews/${encodeURIComponent(reviewId)}/publication`,
  overview: 'overview',
  overviewToday: 'overview/today',
  overviewReservations: 'overview/reservations',
  cancelReservation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/cancel`,
  reservation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}`,
  partyBoarding: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/boarding`,
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
  reservationTimeline: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/timeline`,
  voucher: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/voucher`,
  voucherExport: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/voucher/export`,
  receipts: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/receipts`,
  receiptFile: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/file`,
  receiptsToReview: 'payments/receipts',
  receiptApproval: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/approval`,
  receiptRejection: (receiptId: string) => `payments/receipts/${encodeURIComponent(receiptId)}/rejection`,
  myCredit: 'users/me/credit',
  creditPayment: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/credit`,
  refundAsCredit: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/refund/credit`,
  refundKey: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/refund/pix-key`,
  refunds: 'payments/refunds',
  refund: (refundId: string) => `payments/refunds/${encodeURIComponent(refundId)}`,
  refundPayment: (refundId: string) => `payments/refunds/${encodeURIComponent(refundId)}/payment`,
  unmatchedPayments: 'payments/unmatched',
  unmatchedAssignment: (paymentId: string) => `payments/unmatched/${encodeURIComponent(paymentId)}/assignment`,
  unreadablePixCheck: (pixId: string) => `payments/unreadable/${encodeURIComponent(pixId)}/check`,
  unmatchedDismissal: (paymentId: string) => `payments/unmatched/${encodeURIComponent(paymentId)}/dismissal`,
  statements: 'payments/statements',
  statement: (statementId: string) => `payments/statements/${encodeURIComponent(statementId)}`,
  statementConfirmation: (statementId: string) => `payments/statements/${encodeURIComponent(statementId)}/confirmation`,
  statementDismissal: (statementId: string, lineId: string) =>
    `payments/statements/${encodeURIComponent(statementId)}/lines/${encodeURIComponent(lineId)}/dismissal`,
  paymentsToDo: 'payments/to-do',
  tripMoney: (tripId: string) => `trips/${encodeURIComponent(tripId)}/money`,
  departures: 'departures',
  tripGuarantee: (tripId: string) => `trips/${encodeURIComponent(tripId)}/guarantee`,
  tripCancellation: (tripId: string) => `trips/${encodeURIComponent(tripId)}/cancellation`,
  tripCancellationPreview: (tripId: string) => `trips/${encodeURIComponent(tripId)}/cancellation/preview`,
  tripChoiceLink: (tripId: string, reservationId: string) =>
    `trips/${encodeURIComponent(tripId)}/cancellation/reservations/${encodeURIComponent(reservationId)}/link`,
  departureChoice: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/departure-choice`,
  readChoiceLink: 'departure-choices/link/read',
  choiceLink: 'departure-choices/link',
  tripCosts: (tripId: string) => `trips/${encodeURIComponent(tripId)}/costs`,
  tripMoneyExport: (tripId: string) => `trips/${encodeURIComponent(tripId)}/money/export`,
  requestAcceptance: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/acceptance`,
  requestRefusal: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/refusal`,
  reservationCancellation: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/cancellation`,
  audit: 'audit',
  emailLog: 'messages',
  reservationMessages: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/messages`,
  reservationMessageRetry: (reservationId: string, emailId: string) =>
    `reservations/${encodeURIComponent(reservationId)}/messages/${encodeURIComponent(emailId)}/retry`,
  tripWhatsAppMessages: (tripId: string) => `trips/${encodeURIComponent(tripId)}/whatsapp-messages`,
  whatsAppMessages: (reservationId: string) => `reservations/${encodeURIComponent(reservationId)}/whatsapp-messages`,
  whatsAppMessage: (reservationId: string, messageId: string) =>
    `reservations/${encodeURIComponent(reservationId)}/whatsapp-messages/${encodeURIComponent(messageId)}`,
  failedEmails: 'messages/failed',
  failedEmail: (emailId: string) => `messages/failed/${encodeURIComponent(emailId)}`,
  emailRetries: 'messages/failed/retries',
} as const;

/** Makes a write idempotent; keys expire after 24 h. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Page that sends a shared receipt, also the action of the manifest's share target. */
export const SHARED_RECEIPT_PAGE = '/comprovante';
/** Where a shared file leads that reached nobody: the page asks for it. */
export const MISSED_RECEIPT = `${SHARED_RECEIPT_PAGE}?chegou=nao`;

/** Pages that e-mails and QR codes link to. */
export const pagePaths = {
  trip: tripPagePath,
  schedule: '/portal/passeio',
  /** Staff's list of requests that wait for an answer. */
  requests: '/admin/passeios/reservas?lista=pedidos',
  resetPassword: (token: string) => `/auth/reset-password?token=${encodeURIComponent(token)}`,
  undoEmailChange: (token: string) => `/auth/undo-email-change?token=${encodeURIComponent(token)}`,
  // In the fragment, so that it reaches no server log and no Referer.
  participantLink: (token: string) => `/participante#${encodeURIComponent(token)}`,
  guideLink: (token: string) => `/embarque#${encodeURIComponent(token)}`,
  reviewLink: (token: string) => `/avaliar#${encodeURIComponent(token)}`,
  choiceLink: (token: string) => `/escolher#${encodeURIComponent(token)}`,
  reservation: (code: string) => `/minhasreservas/${encodeURIComponent(code)}`,
  voucher: (code: string) => `/minhasreservas/${encodeURIComponent(code)}/voucher`,
  scannedVoucher: (code: string) => `/voucher/${encodeURIComponent(code)}`,
  invitation: (token: string) => `/auth/invitation#${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/auth/confirm-mail?token=${encodeURIComponent(token)}`,
} as const;
