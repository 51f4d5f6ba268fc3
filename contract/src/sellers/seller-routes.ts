import { everyRole, route, staff, staffWith } from '../route.ts';
import {
  commissionClosing,
  commissionPayment,
  commissionStatement,
  commissionStatementExport,
  commissionStatementList,
  commissionStatementQuery,
} from './commission-statements.ts';
import {
  ownCommission,
  ownPixKeyChange,
  ownSale,
  ownSales,
  ownSalesQuery,
  ownSeller,
  sellerBooking,
  sellerDepartures,
} from './own-sales.ts';
import {
  allotmentChange,
  commissionRuleDraft,
  commissionRuleList,
  correctedSeller,
  invitedSeller,
  openedSellerInvitation,
  seller,
  sellerChange,
  sellerCorrection,
  sellerDetails,
  sellerDraft,
  sellerInvitationLink,
  sellerInvitationToken,
  sellerList,
} from './sellers.ts';

/** People who sell for the operator, for staff who sets prices. */
export const sellerRoutes = {
  list: route('GET', '/sellers', {
    access: staffWith('see_money'),
    summary: 'Sellers with what they earned and what is owed to them',
    answer: sellerList,
  }),
  create: route('POST', '/sellers', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Add a seller, with the link of their invitation, which is shown once',
    body: sellerDraft,
    answer: invitedSeller,
    status: 201,
    once: true,
  }),
  read: route('GET', '/sellers/:sellerId', {
    access: staffWith('see_money'),
    summary: 'A seller with their reservations and the places set aside for them',
    answer: sellerDetails,
  }),
  change: route('PUT', '/sellers/:sellerId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Change a seller, or have them sell no more',
    body: sellerChange,
    answer: seller,
  }),
  invite: route('POST', '/sellers/:sellerId/invitation', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Make another link of the invitation of a seller who has not accepted it; the former one ends',
    answer: sellerInvitationLink,
    status: 201,
  }),
  setAside: route('PUT', '/sellers/:sellerId/allotments/:tripId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Set places of a departure aside for a seller until a moment, or none any more',
    body: allotmentChange,
    answer: sellerDetails,
  }),
  correct: route('PUT', '/reservations/:reservationId/seller', {
    access: staffWith('confirm_money'),
    summary: 'Correct who sold a reservation, with the reason; the commission follows',
    body: sellerCorrection,
    answer: correctedSeller,
  }),
  readOfReservation: route('GET', '/reservations/:reservationId/seller', {
    access: staff,
    summary: 'Who sold a reservation, and how it came to them',
    answer: correctedSeller,
  }),
  readInvitation: route('POST', '/seller-invitations/read', {
    access: 'anyone',
    summary: 'Whom an invitation to sell is for',
    body: sellerInvitationToken,
    answer: openedSellerInvitation,
  }),
  accept: route('POST', '/seller-invitations/accept', {
    access: everyRole,
    summary: 'Become the seller of an invitation, with the own account',
    body: sellerInvitationToken,
    answer: ownSeller,
  }),
};

/** What a seller does; anybody else is refused with NOT_A_SELLER. */
export const ownSalesRoutes = {
  readOwn: route('GET', '/sellers/me', {
    access: everyRole,
    summary: 'The own data as a seller',
    answer: ownSeller,
  }),
  listDepartures: route('GET', '/sellers/me/departures', {
    access: everyRole,
    summary: 'Departures that can be sold, with the places that are left',
    answer: sellerDepartures,
  }),
  listOwnSales: route('GET', '/sellers/me/reservations', {
    access: everyRole,
    summary: 'The own reservations as a seller: first names and party sizes only',
    query: ownSalesQuery,
    answer: ownSales,
  }),
  reserveForClient: route('POST', '/sellers/me/reservations', {
    access: everyRole,
    summary: 'Reserve for a client, who gets the link of the reservation',
    body: sellerBooking,
    answer: ownSale,
    status: 201,
    once: true,
  }),
  changeOwnPixKey: route('PUT', '/sellers/me/pix-key', {
    access: everyRole,
    summary: 'Change the Pix key to which the own commission is paid, with the password of the account',
    body: ownPixKeyChange,
    answer: ownSeller,
  }),
  readOwnCommission: route('GET', '/sellers/me/commission', {
    access: everyRole,
    summary: 'Commission that was earned, is due and was paid, with the statements',
    answer: ownCommission,
  }),
  readOwnStatement: route('GET', '/sellers/me/statements/:statementId', {
    access: everyRole,
    summary: 'An own statement of commission',
    answer: commissionStatement,
  }),
  exportOwnStatement: route('GET', '/sellers/me/statements/:statementId/export', {
    access: everyRole,
    summary: 'An own statement as a file, which can be verified without us',
    query: commissionStatementExport,
  }),
};

/** Commission: its rules and monthly statements, for staff. */
export const commissionRoutes = {
  listRules: route('GET', '/commission-rules', {
    access: staffWith('see_money'),
    summary: 'Rules of commission, with the former ones',
    answer: commissionRuleList,
  }),
  setRule: route('POST', '/commission-rules', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Set the commission of a scope from now on',
    body: commissionRuleDraft,
    answer: commissionRuleList,
    status: 201,
    once: true,
  }),
  endRule: route('DELETE', '/commission-rules/:ruleId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'End a rule; reservations that were made with it keep it',
    answer: commissionRuleList,
  }),
  listStatements: route('GET', '/commission-statements', {
    access: staffWith('see_money'),
    summary: 'Statements of commission, the newest first',
    query: commissionStatementQuery,
    answer: commissionStatementList,
  }),
  close: route('POST', '/commission-statements', {
    access: staffWith('confirm_money'),
    summary: "Close a seller's statement of a month; it never changes",
    body: commissionClosing,
    answer: commissionStatement,
    status: 201,
    once: true,
  }),
  readStatement: route('GET', '/commission-statements/:statementId', {
    access: staffWith('see_money'),
    summary: 'A statement of commission with its lines',
    answer: commissionStatement,
  }),
  pay: route('POST', '/commission-statements/:statementId/payment', {
    access: staffWith('confirm_money'),
    summary: 'Record the Pix by which a statement was paid',
    body: commissionPayment,
    answer: commissionStatement,
    status: 201,
    once: true,
  }),
  exportStatement: route('GET', '/commission-statements/:statementId/export', {
    access: staffWith('see_money'),
    summary: 'A statement of commission as a file',
    query: commissionStatementExport,
  }),
};
