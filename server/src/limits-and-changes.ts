import { createHash } from 'node:crypto';
import type { ChoiceDraft } from '@passeio/contract/departures/departure-cancellations';
import type { GiftCardDraft } from '@passeio/contract/payments/gift-cards';
import type { FastifyRequest } from 'fastify';
import { placesOfMove } from './domains/reservations/index.ts';
import { cpfSearches, personLookups } from './domains/users/index.ts';
import type { Change } from './platform/changes/change-notifier.ts';
import { callerOf, isStaff } from './platform/http/access.ts';
import { payerLinkLimit } from './platform/http/handle.ts';
import { type Limit, perPerson } from './platform/http/rate-limits.ts';
import type { RouteRules } from './platform/http/route-rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// A full bus is tapped within minutes, by several phones of one person's account.
const taps = perPerson('boarding-taps', 1200, 10 * MINUTE_MS);
const guideTaps = perAddress('guide-boarding', 1200, 10 * MINUTE_MS);
const doorPayments = perPerson('door-payments', 300, 10 * MINUTE_MS);
const guideDoorPayments = perAddress('guide-door-payments', 300, 10 * MINUTE_MS);
const departureChoices = perAddress('departure-choice', 60, 10 * MINUTE_MS);
// Codes, right or wrong, are counted by person, and by address over all persons.
const giftCardCodes = [
  perPerson('gift-card-codes', 15, 15 * MINUTE_MS),
  perAddress('gift-card-codes-address', 40, 15 * MINUTE_MS),
];
// Lists, PDFs and long periods are CPU-bound.
const listExports = perPerson('export', 30, MINUTE_MS);
const importExports = perPerson('import-export', 30, MINUTE_MS);
const reconciliations = perPerson('reconciliation', 20, MINUTE_MS);
const contracts = perPerson('contract', 30, MINUTE_MS);
const credits = perPerson('credit', 30, MINUTE_MS);
const receipts: Limit[] = [
  { ...perPerson('receipt', 10, HOUR_MS), when: (request) => !isStaff(callerOf(request)) },
  { ...perPerson('receipt-staff', 120, HOUR_MS), when: (request) => isStaff(callerOf(request)) },
];
// Passwords and codes are tried here, and addresses are asked that somebody typed.
const connectionTrials = perPerson('connection-trials', 20, 10 * MINUTE_MS);
const invoices = perPerson('invoices', 60, MINUTE_MS);
const dataExports = perPerson('data-export', 20, HOUR_MS);
const devices = perAddress('push-device', 30, 10 * MINUTE_MS);
// A refusal reveals that a CPF is on the trip's list.
const participants = perPerson('participants', 120, 10 * MINUTE_MS);
// A family behind one address asks whether its shares are paid.
const participantLinks = perAddress('participant-link', 240, 10 * MINUTE_MS);
const reviews = perAddress('review', 60, 10 * MINUTE_MS);
const alertLinks = perAddress('trip-alert-link', 60, 10 * MINUTE_MS);
const ownSales = perPerson('own-sales', 240, MINUTE_MS);
const invitations = perAddress('invitation', 30, 10 * MINUTE_MS);
const firstAccess = perAddress('first-access', 10, 15 * MINUTE_MS);

/** How often each route may be called, and what each write changes, by the contract's tables. */
export const routeRules: RouteRules = {
  boarding: {
    recordTaps: { changes: 'nothing', limit: taps },
    correctAttendance: { changes: 'nothing', limit: taps },
    readAuthorization: { limit: perPerson('authorizations-opened', 120, 10 * MINUTE_MS) },
    createGuideLink: { changes: 'nothing' },
    revokeGuideLink: { changes: 'nothing' },
    openGuideSession: { changes: 'nothing', limit: perAddress('guide-pin', 30, 10 * MINUTE_MS) },
    listAsGuide: { changes: 'nothing', limit: guideTaps },
    readAuthorizationAsGuide: { changes: 'nothing', limit: perAddress('guide-authorizations', 120, 10 * MINUTE_MS) },
    recordGuideTaps: { changes: 'nothing', limit: guideTaps },
    recordDoorPayment: { changes: placesOfPath, limit: doorPayments },
    recordGuideDoorPayment: { changes: 'reservations', limit: guideDoorPayments },
    requestDoorCharge: { changes: 'nothing', limit: doorPayments },
    requestGuideDoorCharge: { changes: 'nothing', limit: guideDoorPayments },
  },
  departures: {
    choose: { changes: ({ body }) => placesChosen(body), limit: departureChoices },
    readChoiceByLink: { changes: 'nothing', limit: departureChoices },
    chooseByLink: { changes: ({ body }) => placesChosen(body.choice), limit: departureChoices },
    guarantee: { changes: tripOfPath },
    undoGuarantee: { changes: tripOfPath },
    // Off sale and back: lists of trips change too.
    cancel: { changes: tripOfPath },
    undoCancellation: { changes: tripOfPath },
    createChoiceLink: { changes: 'nothing' },
    makeCalendarAddress: { changes: 'nothing', limit: perPerson('calendar-address', 20, HOUR_MS) },
    endCalendarAddress: { changes: 'nothing' },
    // Services that read calendars for many people share an address.
    readCalendarFile: { limit: perAddress('calendars', 600, 10 * MINUTE_MS) },
  },
  connections: {
    test: { changes: 'nothing', limit: connectionTrials },
    change: { changes: 'connections', limit: connectionTrials },
    remove: { changes: 'connections', limit: connectionTrials },
    forget: { changes: 'connections', limit: connectionTrials },
  },
  'site address': {
    claim: { changes: 'nothing', limit: connectionTrials },
    prove: { changes: 'nothing', limit: connectionTrials },
    remove: { changes: 'nothing', limit: connectionTrials },
    makePrimary: { changes: 'nothing', limit: connectionTrials },
  },
  contracts: {
    change: { changes: 'operator' },
    changeOfTrip: { changes: 'nothing' },
  },
  coupons: {
    create: { changes: 'nothing' },
    change: { changes: 'nothing' },
    createBatch: { changes: 'nothing', limit: perPerson('coupon-batches', 10, MINUTE_MS) },
    export: { limit: perPerson('coupon-export', 30, MINUTE_MS) },
    exportUses: { limit: perPerson('coupon-uses-export', 30, MINUTE_MS) },
  },
  conversations: {
    send: { changes: 'nothing', limit: perPerson('chat-messages', 120, MINUTE_MS) },
    listTemplates: { limit: perPerson('chat-templates', 60, MINUTE_MS) },
    addSentence: { changes: 'nothing', limit: perPerson('chat-sentences', 60, MINUTE_MS) },
    removeSentence: { changes: 'nothing' },
    // Four digits are tried here.
    change: { changes: 'nothing', limit: perPerson('chat-changes', 120, 10 * MINUTE_MS) },
    type: { changes: 'nothing', limit: perPerson('chat-typing', 60, MINUTE_MS) },
    readMedia: { limit: perPerson('chat-media', 240, MINUTE_MS) },
    useAsReceipt: { changes: 'reservations', limit: receipts },
  },
  crew: {
    create: { changes: 'nothing' },
    change: { changes: 'nothing' },
    archive: { changes: 'nothing' },
    changeOfTrip: { changes: 'nothing' },
  },
  // They change the prices of the portal's pages.
  'discount rules': {
    create: { changes: 'everything' },
    reorder: { changes: 'everything' },
    change: { changes: 'everything' },
    delete: { changes: 'everything' },
  },
  'failed work': {
    retry: { changes: 'everything' },
    discard: { changes: 'everything' },
  },
  'gift cards': {
    buy: {
      changes: 'nothing',
      limit: [
        perAddress('gift-cards', 20, HOUR_MS),
        { name: 'gift-cards-address', max: 10, windowMs: HOUR_MS, by: buyerOf },
      ],
    },
    read: { changes: 'nothing', limit: perAddress('gift-card-link', 120, 10 * MINUTE_MS) },
    quote: { changes: 'nothing', limit: giftCardCodes },
    use: { changes: 'reservations', limit: giftCardCodes },
    recordPayment: { changes: 'nothing' },
    revoke: { changes: 'nothing' },
    refund: { changes: 'nothing' },
    checkReturn: { changes: 'reservations' },
    reissue: { changes: 'nothing' },
  },
  imports: {
    upload: { changes: 'nothing', limit: perPerson('import-upload', 20, MINUTE_MS) },
    changeColumns: { changes: 'nothing' },
    answer: { changes: 'nothing' },
    changeCell: { changes: 'nothing' },
    confirm: { changes: 'nothing' },
    undo: { changes: 'nothing' },
    discard: { changes: 'nothing' },
    downloadBadRows: { limit: importExports },
    exportSheet: { limit: importExports },
  },
  messages: {
    retryOfReservation: { changes: 'everything' },
    retryFailed: { changes: 'everything' },
    discardFailed: { changes: 'everything' },
    previewAnnouncement: { changes: 'nothing' },
    announce: { changes: 'nothing' },
    cancelAnnouncement: { changes: 'nothing' },
    recordChat: { changes: 'nothing' },
    undoChat: { changes: 'nothing' },
  },
  overview: {
    closePermissionsNotice: { changes: 'everything' },
    listReservations: { limit: cpfSearches },
  },
  passengers: {
    list: { limit: cpfSearches },
    readSheet: { limit: listExports },
    exportSheet: { limit: listExports },
    freeze: { changes: 'nothing' },
    exportVersion: { limit: listExports },
    changeRoom: { changes: 'nothing' },
    exportRooms: { limit: listExports },
    reserve: { changes: placesOfPath, limit: personLookups },
    quote: { changes: 'nothing', limit: perAddress('staff-quotes', 240, MINUTE_MS) },
    changeBoarding: { changes: 'reservations' },
    listCandidates: { limit: cpfSearches },
    showDocuments: { limit: perPerson('documents-of-participants', 300, HOUR_MS) },
    cancel: { changes: placesOfAnswer },
    accept: { changes: 'reservations' },
    refuse: { changes: placesOfAnswer },
    adjust: { changes: 'reservations' },
    changePayer: { changes: 'reservations', limit: personLookups },
    changeHold: { changes: 'reservations' },
    confirm: { changes: placesOfAnswer },
    move: { changes: placesOfMove },
    addNote: { changes: 'nothing' },
    changeNote: { changes: 'nothing' },
    deleteNote: { changes: 'nothing' },
    addTag: { changes: 'nothing' },
    removeTag: { changes: 'nothing' },
  },
  payments: {
    exportSlips: { limit: perPerson('payment-slips', 30, MINUTE_MS) },
    // Money may reinstate an expired reservation.
    record: { changes: placesOfAnswer },
    reverse: { changes: 'reservations' },
    requestCharge: { changes: 'nothing', limit: perPerson('charges', 30, MINUTE_MS) },
    payWithCredit: { changes: 'reservations', limit: credits },
    takeRefundAsCredit: { changes: 'reservations', limit: credits },
    confirmDoorPayment: { changes: placesOfAnswer },
    refuseDoorPayment: { changes: 'reservations' },
    exportTripMoney: { limit: perPerson('money-export', 30, MINUTE_MS) },
    exportTransport: { limit: perPerson('money-export', 30, MINUTE_MS) },
    closeAccounts: { changes: 'nothing' },
    sendReceipt: { changes: 'reservations', limit: receipts },
    approveReceipt: { changes: placesOfAnswer },
    rejectReceipt: { changes: 'reservations' },
    changeRefund: { changes: 'reservations' },
    changeRefundKey: { changes: 'reservations', limit: perPerson('refund-key', 10, HOUR_MS) },
    payRefund: { changes: 'reservations' },
    confirm: { changes: 'everything' },
    refuse: { changes: 'reservations' },
    importStatement: { changes: 'nothing' },
    // It may reinstate expired reservations of any trip.
    confirmStatement: { changes: 'everything' },
    dismissLine: { changes: 'nothing' },
    restoreLine: { changes: 'nothing' },
    // It may reinstate an expired reservation of any trip.
    assignUnmatched: { changes: 'everything' },
    dismissUnmatched: { changes: 'reservations' },
    checkUnreadable: { changes: 'reservations' },
    checkChargeback: { changes: 'reservations' },
    recordInvoices: { changes: 'nothing', limit: invoices },
    removeInvoice: { changes: 'nothing', limit: invoices },
    changeBilling: { changes: 'nothing', limit: invoices },
    issue: { changes: 'nothing', limit: invoices },
    cancelIssued: { changes: 'nothing', limit: invoices },
    replaceIssued: { changes: 'nothing', limit: invoices },
    startBatch: { changes: 'nothing', limit: perPerson('invoice-batches', 20, HOUR_MS) },
    retryBatch: { changes: 'nothing', limit: perPerson('invoice-batches', 20, HOUR_MS) },
    exportIssued: { limit: perPerson('invoice-files', 30, MINUTE_MS) },
  },
  privacy: {
    changeSettings: { changes: 'operator' },
    exportOwn: { changes: 'nothing', limit: dataExports },
    exportOfPerson: { changes: 'nothing', limit: dataExports },
    eraseOwn: { changes: 'everything', limit: perPerson('erasure', 10, HOUR_MS) },
    erasePerson: { changes: 'everything' },
    eraseParticipant: {
      changes: 'everything',
      limit: [perAddress('erasure-link', 30, HOUR_MS), perToken('erasure-token', 10, HOUR_MS)],
    },
    erasePayer: { changes: 'everything', limit: payerLinkLimit },
    eraseWaiting: { changes: 'nothing', limit: payerLinkLimit },
    download: {
      changes: 'nothing',
      limit: [perAddress('data-export-link', 30, HOUR_MS), perToken('data-export-token', 10, HOUR_MS)],
    },
  },
  push: {
    addDevice: { changes: 'nothing', limit: devices },
    removeDevice: { changes: 'nothing', limit: devices },
  },
  reports: {
    read: { limit: perPerson('reports', 120, MINUTE_MS) },
    export: { limit: perPerson('report-export', 30, MINUTE_MS) },
    listEntries: { limit: perPerson('accounting', 120, MINUTE_MS) },
    exportEntries: { limit: perPerson('accounting-export', 20, MINUTE_MS) },
    reconcile: { changes: 'nothing', limit: reconciliations },
    exportReconciliation: { changes: 'nothing', limit: reconciliations },
  },
  reservations: {
    enrol: { changes: placesOfPath, limit: perPerson('enrol', 30, MINUTE_MS) },
    reserve: { changes: placesOfPath, limit: perAddress('guest-reservations', 20, 10 * MINUTE_MS) },
    adopt: { changes: 'everything', limit: payerLinkLimit },
    sendProofCode: { changes: 'nothing', limit: payerLinkLimit },
    request: { changes: 'everything', limit: [payerLinkLimit, perAddress('link-requests', 30, HOUR_MS)] },
    sendEmailCode: { changes: 'everything', limit: payerLinkLimit },
    confirmEmail: { changes: 'everything', limit: payerLinkLimit },
    quote: { changes: 'nothing', limit: perAddress('quotes', 120, MINUTE_MS) },
    cancel: { changes: placesOfAnswer },
    exportVoucher: { limit: perPerson('voucher', 30, MINUTE_MS) },
    readContract: { limit: contracts },
    acceptContract: { changes: 'reservations', limit: contracts },
    exportContract: { limit: contracts },
    addParticipant: { changes: placesOfAnswer, limit: participants },
    changeParticipant: { changes: placesOfAnswer, limit: participants },
    removeParticipant: { changes: placesOfAnswer },
    addExtra: { changes: placesOfAnswer, limit: participants },
    changeRooms: { changes: placesOfAnswer, limit: participants },
    removeExtra: { changes: placesOfAnswer, limit: participants },
    changeAnswers: { changes: 'reservations', limit: participants },
    stateForMinors: { changes: 'reservations', limit: participants },
    changeBoarding: { changes: 'reservations' },
    splitPayment: { changes: 'reservations', limit: participants },
    createLink: { changes: 'nothing' },
    revokeLink: { changes: 'nothing' },
    readByLink: { changes: 'nothing', limit: participantLinks },
    changeByLink: { changes: 'reservations', limit: participantLinks },
    sendAuthorization: { changes: 'reservations', limit: perPerson('authorization-file', 30, HOUR_MS) },
    changeAuthorization: { changes: 'reservations', limit: perPerson('authorization', 120, HOUR_MS) },
    printAuthorization: { limit: perPerson('authorization-form', 30, HOUR_MS) },
    create: { changes: 'nothing' },
    revoke: { changes: 'nothing' },
    chargeShare: { changes: 'nothing', limit: perAddress('share-charges', 60, 10 * MINUTE_MS) },
  },
  reviews: {
    writeOwn: { changes: 'nothing', limit: reviews },
    readByLink: { changes: 'nothing', limit: reviews },
    writeByLink: { changes: 'nothing', limit: reviews },
    // The trip's page shows it.
    publish: { changes: 'everything' },
  },
  search: {
    search: { limit: [perPerson('search', 240, MINUTE_MS), cpfSearches] },
  },
  seats: {
    changeOfReservation: { changes: 'nothing', limit: perPerson('seats', 120, MINUTE_MS) },
    changeOfTrip: { changes: 'nothing' },
    swapVehicles: { changes: tripOfPath },
  },
  sellers: {
    create: { changes: 'nothing', limit: perPerson('sellers', 120, HOUR_MS) },
    change: { changes: 'nothing' },
    invite: { changes: 'nothing', limit: perPerson('seller-invitations', 120, HOUR_MS) },
    setAside: { changes: placesOfPath },
    correct: { changes: 'reservations' },
    readInvitation: { changes: 'nothing', limit: invitations },
    accept: { changes: 'nothing', limit: invitations },
    readOwn: { limit: ownSales },
    // Guesses of a password.
    changeOwnPixKey: { changes: 'nothing', limit: perPerson('seller-key', 10, HOUR_MS) },
    listDepartures: { limit: ownSales },
    listOwnSales: { limit: ownSales },
    readOwnCommission: { limit: ownSales },
    readOwnStatement: { limit: ownSales },
    reserveForClient: {
      changes: ({ body }) => `places:${body.tripId.toLowerCase()}`,
      limit: perPerson('sold', 30, HOUR_MS),
    },
    exportOwnStatement: { limit: listExports },
    setRule: { changes: 'nothing' },
    endRule: { changes: 'nothing' },
    close: { changes: 'nothing' },
    pay: { changes: 'nothing' },
    exportStatement: { limit: listExports },
  },
  settings: {
    changeLogo: { changes: 'operator' },
    changeAccess: { changes: 'operator' },
    changeOperator: { changes: 'operator' },
    changeReservations: { changes: 'operator' },
    changeFiscal: { changes: 'nothing' },
    changeTripFiscal: { changes: 'nothing' },
    removeLogo: { changes: 'operator' },
    changeWording: { changes: 'everything' },
    resetWording: { changes: 'everything' },
  },
  trips: {
    // New trips are drafts, which visitors do not see.
    create: { changes: 'nothing' },
    change: { changes: ({ body }) => `trip:${body.id}` },
    copy: { changes: 'nothing' },
    previewCopies: { changes: 'nothing' },
    publish: { changes: ({ params }) => `trip:${params.id}` },
    changeCosts: { changes: 'nothing' },
    addImages: { changes: tripOfPath },
    orderImages: { changes: tripOfPath },
    removeImage: { changes: tripOfPath },
  },
  series: {
    preview: { changes: 'nothing' },
    change: { changes: 'everything' },
    undo: { changes: 'everything' },
  },
  'trip alerts': {
    ask: { changes: 'nothing', limit: perAddress('trip-alert', 20, HOUR_MS) },
    read: { changes: 'nothing', limit: alertLinks },
    confirm: { changes: 'nothing', limit: alertLinks },
    remove: { changes: 'nothing', limit: alertLinks },
  },
  users: {
    changeMe: { changes: 'everything', limit: personLookups },
    changeMeByPost: { changes: 'everything', limit: personLookups },
    validate: { changes: 'nothing', limit: personLookups },
    signUp: { changes: 'reservations', limit: personLookups },
    endSession: { changes: 'nothing' },
    list: { limit: cpfSearches },
    showDocuments: { limit: perPerson('documents-of-people', 300, HOUR_MS) },
    removeTwoFactor: { changes: 'nothing' },
    change: { changes: 'reservations', limit: personLookups },
    invite: { changes: 'nothing' },
    cancelInvitation: { changes: 'nothing' },
    readInvitation: { changes: 'nothing', limit: invitations },
    acceptInvitation: { changes: 'reservations', limit: [invitations, ...personLookups] },
    checkCode: { changes: 'nothing', limit: firstAccess },
    createAdministrator: { changes: 'reservations', limit: firstAccess },
  },
  'staff invitations': {
    create: { changes: 'nothing', limit: perPerson('staff-invitation', 30, HOUR_MS) },
    revoke: { changes: 'nothing' },
    read: { changes: 'nothing', limit: invitations },
    accept: { changes: 'nothing', limit: invitations },
  },
  vehicles: {
    create: { changes: 'nothing' },
    change: { changes: 'nothing' },
    archive: { changes: 'nothing' },
  },
  whatsapp: {
    changeSettings: { changes: 'nothing' },
    changeOwnChannel: { changes: 'nothing' },
    submitTemplates: { changes: 'nothing', limit: connectionTrials },
  },
  'waiting list': {
    join: { changes: 'nothing', limit: perPerson('wait', 30, MINUTE_MS) },
    leave: { changes: 'nothing' },
    add: { changes: 'nothing' },
    move: { changes: 'nothing' },
    remove: { changes: 'nothing' },
    joinAsGuest: { changes: 'nothing', limit: perAddress('guest-waiting', 20, 10 * MINUTE_MS) },
    readByLink: { changes: 'nothing', limit: payerLinkLimit },
    leaveByLink: { changes: 'nothing', limit: payerLinkLimit },
    sendEmailCode: { changes: 'nothing', limit: payerLinkLimit },
    confirmEmail: { changes: 'nothing', limit: payerLinkLimit },
    openOffer: { changes: 'nothing', limit: payerLinkLimit },
    offer: { changes: placesOfPath },
  },
};

function perAddress(name: string, max: number, windowMs: number): Limit {
  return { name, max, windowMs };
}

function perToken(name: string, max: number, windowMs: number): Limit {
  return { name, max, windowMs, by: ({ body }) => hashOf((body as { token: string }).token) };
}

function buyerOf({ body }: FastifyRequest): string {
  return hashOf((body as GiftCardDraft).buyer.email);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function tripOfPath({ params }: { params: { tripId: string } }): Change {
  return `trip:${params.tripId}`;
}

function placesOfPath({ params }: { params: { tripId: string } }): Change {
  return `places:${params.tripId}`;
}

function placesOfAnswer({ answer }: { answer: { trip: { id: string } } }): Change {
  return `places:${answer.trip.id}`;
}

// Places of the other departure are taken; those of the cancelled one matter to nobody.
function placesChosen(choice: ChoiceDraft): Change[] {
  return choice.kind === 'moved' ? [`places:${choice.tripId.toLowerCase()}`, 'reservations'] : ['reservations'];
}
