import { auditRoutes } from '../audit.ts';
import { boardingRoutes } from '../boarding/boarding-routes.ts';
import { finalManifestRoutes, passengerRoutes } from '../boarding/passenger-routes.ts';
import { tripRoomRoutes } from '../boarding/trip-rooms.ts';
import { connectionRoutes } from '../connections/connections.ts';
import { siteAddressRoutes } from '../connections/site-address.ts';
import { contractRoutes } from '../contracts/travel-contract.ts';
import { conversationRoutes } from '../conversations/conversation-routes.ts';
import { crewRoutes } from '../crew/crew-routes.ts';
import { calendarAddressRoutes } from '../departures/calendar-address.ts';
import { choiceRoutes } from '../departures/choice-routes.ts';
import { departureRoutes } from '../departures/departure-routes.ts';
import { couponRoutes } from '../discounts/coupon-routes.ts';
import { discountRuleRoutes } from '../discounts/discount-rule-routes.ts';
import { failedWorkRoutes } from '../failed-work.ts';
import { healthRoutes } from '../health.ts';
import { importRoutes } from '../imports/import-routes.ts';
import { whatsAppRoutes } from '../messages/chat-routes.ts';
import { announcementRoutes, messageRoutes, wordingRoutes } from '../messages/message-routes.ts';
import { publicSettingsRoutes } from '../operator/public-settings-routes.ts';
import { settingsRoutes } from '../operator/settings-routes.ts';
import { doorPaymentRoutes } from '../payments/door-payment-routes.ts';
import { fiscalRoutes } from '../payments/fiscal-settings.ts';
import { giftCardRoutes } from '../payments/gift-card-routes.ts';
import { invoiceBatchRoutes } from '../payments/invoice-batches.ts';
import { invoiceRoutes } from '../payments/invoices.ts';
import { issuedInvoiceRoutes } from '../payments/issued-invoices.ts';
import { statementRoutes } from '../payments/statement-routes.ts';
import { toDoRoutes } from '../payments/to-do-routes.ts';
import { tripMoneyRoutes } from '../payments/trip-money-routes.ts';
import { dataExportLinkRoutes, erasureLinkRoutes, privacyNoticeRoutes, privacyRoutes } from '../privacy/privacy.ts';
import { pushRoutes } from '../push.ts';
import { accountingRoutes } from '../reports/accounting.ts';
import { reportRoutes } from '../reports/report-routes.ts';
import { enrolmentRoutes } from '../reservations/enrolment-routes.ts';
import { linkRequestRoutes } from '../reservations/link-requests.ts';
import { participantLinkRoutes } from '../reservations/participant-link-routes.ts';
import { paymentRoutes } from '../reservations/payment-routes.ts';
import { reservationLinkRoutes } from '../reservations/reservation-link-routes.ts';
import { reservationRoutes } from '../reservations/reservation-routes.ts';
import { staffReservationRoutes } from '../reservations/staff-reservation-routes.ts';
import { waitingLinkRoutes } from '../reservations/waiting-link-routes.ts';
import { waitingListRoutes } from '../reservations/waiting-list-routes.ts';
import { reviewRoutes } from '../reviews/review-routes.ts';
import type { AnyRoute } from '../route.ts';
import { seatRoutes } from '../seats/seat-routes.ts';
import { vehicleRoutes } from '../seats/vehicle-routes.ts';
import { commissionRoutes, ownSalesRoutes, sellerRoutes } from '../sellers/seller-routes.ts';
import { overviewRoutes } from '../staff/overview.ts';
import { searchRoutes } from '../staff/search.ts';
import { seriesRoutes } from '../trips/series-changes.ts';
import { tripAlertRoutes } from '../trips/trip-alerts.ts';
import { tripEditingRoutes } from '../trips/trip-editing-routes.ts';
import { tripRoutes } from '../trips/trip-routes.ts';
import { firstAccessRoutes } from '../users/first-access.ts';
import { invitationRoutes } from '../users/invitations.ts';
import { ownProfileRoutes } from '../users/own-profile.ts';
import { staffInvitationRoutes } from '../users/staff-invitations.ts';
import { userRoutes } from '../users/user-routes.ts';

/** Every route of the API, by the subject under which it is described. The browser imports the tables, not this. */
export const routes = {
  audit: auditRoutes,
  boarding: boardingRoutes,
  departures: { ...departureRoutes, ...choiceRoutes, ...calendarAddressRoutes },
  connections: connectionRoutes,
  contracts: contractRoutes,
  coupons: couponRoutes,
  conversations: conversationRoutes,
  crew: crewRoutes,
  'discount rules': discountRuleRoutes,
  'failed work': failedWorkRoutes,
  'gift cards': giftCardRoutes,
  health: healthRoutes,
  imports: importRoutes,
  messages: { ...messageRoutes, ...announcementRoutes },
  overview: overviewRoutes,
  passengers: { ...passengerRoutes, ...finalManifestRoutes, ...tripRoomRoutes, ...staffReservationRoutes },
  payments: {
    ...paymentRoutes,
    ...doorPaymentRoutes,
    ...invoiceRoutes,
    ...issuedInvoiceRoutes,
    ...invoiceBatchRoutes,
    ...linkRequestRoutes,
    ...statementRoutes,
    ...toDoRoutes,
    ...tripMoneyRoutes,
  },
  privacy: { ...privacyNoticeRoutes, ...privacyRoutes, ...erasureLinkRoutes, ...dataExportLinkRoutes },
  push: pushRoutes,
  reports: { ...reportRoutes, ...accountingRoutes },
  reservations: { ...enrolmentRoutes, ...reservationRoutes, ...participantLinkRoutes, ...reservationLinkRoutes },
  reviews: reviewRoutes,
  search: searchRoutes,
  seats: seatRoutes,
  sellers: { ...sellerRoutes, ...ownSalesRoutes, ...commissionRoutes },
  settings: { ...publicSettingsRoutes, ...settingsRoutes, ...fiscalRoutes, ...wordingRoutes },
  'site address': siteAddressRoutes,
  series: seriesRoutes,
  trips: { ...tripRoutes, ...tripEditingRoutes },
  'trip alerts': tripAlertRoutes,
  users: { ...ownProfileRoutes, ...userRoutes, ...invitationRoutes, ...firstAccessRoutes },
  'staff invitations': staffInvitationRoutes,
  vehicles: vehicleRoutes,
  'waiting list': { ...waitingListRoutes, ...waitingLinkRoutes },
  whatsapp: whatsAppRoutes,
} satisfies Record<string, Record<string, AnyRoute>>;

/** What the routes of a subject are for. */
export const subjects: Record<keyof typeof routes, string> = {
  audit: 'Who changed what, and when.',
  boarding: 'Who is aboard, on the phones of staff and of guides, and the money that guides take there.',
  departures: 'Departures in the calendar; guaranteeing and cancelling one, and what payers choose then.',
  connections: 'Accounts at the bank and other providers, entered in the browser.',
  contracts: 'The travel contract, of the operator and of a trip.',
  conversations: 'What contacts write by WhatsApp, and what the team answers.',
  coupons: 'Codes that take something off the price, and their uses.',
  crew: 'Guides and drivers, their days, and on which departures they work.',
  'discount rules': 'Discounts that apply by themselves.',
  'failed work': 'Background work that failed for good.',
  'gift cards': 'Buying a gift card, paying with it, and what staff does with it.',
  health: 'How the installation is.',
  imports: 'Clients, trips and reservations from spreadsheets.',
  messages: 'E-mails and WhatsApp messages that were sent, and announcements to passengers.',
  overview: "Staff's first page.",
  passengers: 'The passenger list and its final manifest, and what staff does with a reservation.',
  payments: 'The ledger, charges, receipts, refunds, bank statements and invoices.',
  privacy: 'The privacy notice, copies of personal data and their erasure.',
  push: 'Notifications on devices.',
  reports: "Reports of a period, the accountant's entries and their reconciliation with the bank.",
  reservations: 'Reserving places, and what payers and participants do with their reservation.',
  reviews: 'What passengers say after the return.',
  search: 'One search over people, reservations and trips.',
  seats: 'Who sits where.',
  sellers: 'People and agencies who sell for a commission, and their statements.',
  settings: "The operator's data, rules and wordings.",
  'site address': "The operator's own domains, at a host.",
  series: 'Changes of many dates of one trip.',
  trips: 'Trips as the portal offers them and as staff edits them.',
  'trip alerts': 'Who wants to know of new dates of a trip.',
  users: 'Profiles, sessions and invitations.',
  'staff invitations': 'Inviting people to the staff.',
  vehicles: 'Vehicles and their seat maps.',
  'waiting list': 'Waiting for a place of a trip that is sold out, and its offers.',
  whatsapp: 'Messages by the API of WhatsApp: templates, settings and costs.',
};
