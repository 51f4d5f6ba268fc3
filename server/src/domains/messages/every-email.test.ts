import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestApp, type TestAppWithJobs } from '../../../test/app.ts';
import { among, type Case, one, queued } from '../../../test/email-cases.ts';
import { events, expectDone, HOSTILE_TITLE, tripEvents } from '../../../test/events.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import type { Mailbox } from '../../../test/mailbox.ts';
import { departIn, type Family } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../test/receipts.ts';
import { bringHome, daysBefore, openMailboxOfTest, THE_DAY_AFTER, tenOClock } from '../../../test/reminders.ts';
import { joinList } from '../../../test/waiting.ts';
import { type AccountEmailKind, accountEmails } from './templates/account-emails.ts';
import { type EmailKind, emails } from './templates/emails.ts';

/** About an account, or a refund's key: sent whatever comes of it. Those with a link end with it. */
const ACCOUNT = [...(Object.keys(accountEmails) as AccountEmailKind[]), 'refundKeyChanged'] as const;
/** Cards are charged back in payments/provider/cards.test.ts, refused in card-reviews.test.ts there. */
const OF_CARDS = ['chargeback', 'chargebackForStaff', 'cardRefused'] as const;
/**
 * About requests in trips on request: once and with their reason in changes/requests.test.ts and
 * answer-request.test.ts.
 */
const REQUESTS = [
  'requestReceived',
  'requestArrived',
  'requestAccepted',
  'requestRefused',
  'requestLapsed',
  'requestUnanswered',
] as const;

/** About the next date of a trip, to people without a reservation: in trip-alerts/. */
const TRIP_ALERTS = ['alertAsked', 'alertNewDate'] as const;

/** E-mails about gift cards are tested in payments/gift-cards/. */
const GIFT_CARDS = ['giftCardBought', 'giftCardArrived', 'giftCardRefunded'] as const;

/** Of notes of service that were authorised: in payments/invoices/issued-invoices.test.ts. */
const NOTES = ['invoiceIssued'] as const;

/** To people who share a room with nobody: in manifest/rooms/decide-shares.test.ts. */
const ROOMS = ['shareAlone', 'shareBecameSingle'] as const;

/** To people without an account: in reservations/payer-links/email-codes.test.ts. */
const GUESTS = ['emailCode'] as const;

/** About cancelled departures: once and with their reason in departures/cancellation/. */
const REVIEW = { stars: 5, sentence: 'Foi ótimo!', mayPublish: false };
const CANCELLED_DEPARTURES = ['departureCancelled', 'departureChoice', 'departureMoved', 'waitingCancelled'] as const;

let app: TestAppWithJobs;
let other: TestApp;
let staff: Person;
let mailbox: Mailbox;
let does: ReturnType<typeof events> & ReturnType<typeof tripEvents>;
beforeAll(async () => {
  app = await buildTestAppWithJobs({
    connections: 20,
  });
  other = await startAnotherProcess(app);
  staff = await createPerson(app, 'ADMIN');
  does = { ...events(app, app.jobs, staff), ...tripEvents(app, app.jobs, staff) };
  await app.db
    .updateTable('operator')
    .set({ pix_key: 'pix@rota.example', balance_due_hours: 72, transfer_hours: 48 })
    .execute();
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  mailbox = await openMailboxOfTest(app);
  await app.db.updateTable('waiting_list_entries').set({ notified_at: new Date() }).execute();
});
afterEach(() => mailbox.close());

const remindedAt = (now: Date, of: () => Promise<Family>, gone: (family: Family) => Promise<unknown>) =>
  one({
    async cause() {
      const family = await of();
      await does.remindAt(now);
      return family;
    },
    again: () => Promise.all([does.remindAt(now, other), does.remindAt(now), does.remindAt(now)]),
    gone,
  });

const cases: Record<
  Exclude<
    EmailKind,
    (
      | typeof ACCOUNT
      | typeof REQUESTS
      | typeof TRIP_ALERTS
      | typeof GIFT_CARDS
      | typeof OF_CARDS
      | typeof GUESTS
      | typeof NOTES
      | typeof ROOMS
      | typeof CANCELLED_DEPARTURES
    )[number]
  >,
  Case
> = {
  reservationReceived: one({
    async cause() {
      const family = await does.party();
      await does.notifyNew();
      return family;
    },
    again: () => Promise.all([does.notifyNew(other), does.notifyNew()]),
    gone: (family) => does.payPix(family, 'deposit'),
  }),
  reservationConfirmed: one({
    async cause() {
      const family = await does.party({ deposit_percent: 0 });
      await does.notifyNew();
      return family;
    },
    again: () => Promise.all([does.notifyNew(other), does.notifyNew()]),
    gone: (family) => does.cancel(family),
  }),
  contractAccepted: one({
    async cause() {
      const family = await does.booked();
      const { token } = staff;
      const body = { kind: 'own', text: 'Vai {cliente}.' };
      await expectDone(call(app, 'PUT', `/api/trips/${family.trip.id}/contract`, { token, body }));
      const path = `/api/reservations/${family.id}/contract`;
      const { contract } = await expectDone(call(app, 'GET', path, { token: family.payer.token }));
      await does.post(`${family.id}/contract`, family.payer, { shown: contract.shown });
      return { ...family, shown: contract.shown as string };
    },
    again: ({ id, payer, shown }) =>
      Promise.all([does.post(`${id}/contract`, payer, { shown }), does.post(`${id}/contract`, staff, { shown })]),
    gone: (family) => does.cancel(family),
  }),
  holdEnding: one({
    async cause() {
      const family = await does.party();
      await does.setDeadline(family, 90);
      await does.sweep();
      return family;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: (family) => does.payPix(family, 'deposit'),
  }),
  holdExpired: one({
    async cause() {
      const family = await does.party();
      await does.setDeadline(family, -1);
      await does.sweep();
      return family;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: (family) => does.payByHand(family),
  }),
  addedPeopleExpired: one({
    async cause() {
      const family = await does.party();
      await does.payPix(family, 'deposit');
      await does.addAndMissDeadline(family);
      await does.sweep();
      return family;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: 'they have left the reservation',
  }),
  receiptReceived: one({
    async cause() {
      const family = await does.party();
      const content = pdf();
      const key = crypto.randomUUID();
      const { body } = await sendReceipt(app, family.id, family.payer, content, { key });
      return { ...family, receiptId: body.id as string, content, key };
    },
    again: ({ id, payer, content, key }) =>
      Promise.all([sendReceipt(app, id, payer, content, { key }), sendReceipt(other, id, payer, content)]),
    gone: ({ receiptId }) => expectDone(reviewReceipt(app, receiptId, staff, { amountCents: 11_340 })),
  }),
  receiptRejected: one({
    async cause() {
      const family = await does.party();
      const { body } = await sendReceipt(app, family.id, family.payer, pdf());
      await expectDone(reviewReceipt(app, body.id, staff, { reason: 'Ilegível.' }));
      return { ...family, receiptId: body.id as string };
    },
    again: ({ receiptId }) => reviewReceipt(other, receiptId, staff, { reason: 'Ilegível.' }),
    gone: ({ id, payer }) => expectDone(sendReceipt(app, id, payer, pdf())),
  }),
  paymentConfirmed: one({
    async cause() {
      const family = await does.party();
      return { ...family, pix: await does.payPix(family, 'deposit') };
    },
    again: ({ pix }) => Promise.all([does.recordReported(pix, other), does.recordReported(pix)]),
    gone: (family) => does.cancel(family),
  }),
  paymentForEnded: one({
    async cause() {
      const family = await does.party();
      const pix = pixFor(await chargeOf(app, family, 'deposit'));
      await does.cancel(family);
      await does.recordReported(pix);
      return { ...family, pix };
    },
    again: ({ pix }) => Promise.all([does.recordReported(pix, other), does.recordReported(pix)]),
    gone: (family) => does.putRight(family),
  }),
  refundPaid: one({
    async cause() {
      const family = await does.booked();
      await does.cancelByStaff(family);
      await does.payByHand(family, 'refund');
      return family;
    },
    again: ({ id }) => does.post(`${id}/payments`, staff, { kind: 'refund', method: 'pix', amountCents: 11_340 }),
    gone: (family) => does.putRight(family),
  }),
  reservationCancelled: one({
    async cause() {
      const family = await does.booked();
      await does.cancel(family);
      return family;
    },
    again: ({ id, payer }) =>
      Promise.all([
        does.post(`${id}/cancel`, payer, { refundCents: 11_340 }),
        does.post(`${id}/cancellation`, staff, { reason: 'A pedido' }),
      ]),
    gone: (family) => does.payByHand(family, 'refund'),
  }),
  tripChanged: one({
    cause: () => does.changed(does.party()),
    again: (family) => Promise.all([does.changeDay(family, other), does.changeDay(family)]),
    gone: (family) => does.cancel(family),
  }),
  waitingTripChanged: one({
    cause: () => does.changed(does.waiting()),
    again: (waits) => Promise.all([does.changeDay(waits, other), does.changeDay(waits)]),
    gone: (waits) => does.leaveList(waits),
  }),
  departureGuaranteed: one({
    cause: () => does.guaranteed(does.party()),
    again: () => Promise.all([does.notifyDepartures(other), does.notifyDepartures()]),
    gone: (family) => does.cancel(family),
  }),
  announcement: one({
    async cause() {
      const family = await does.party();
      await does.announce(family);
      return family;
    },
    again: () => Promise.all([does.sendAnnounced(other), does.sendAnnounced()]),
    gone: (family) => does.cancel(family),
  }),
  balanceDue: remindedAt(
    daysBefore(10),
    () => does.booked(),
    (family) => does.payPix(family, 'full'),
  ),
  balanceOverdue: remindedAt(
    daysBefore(3),
    () => does.booked(),
    (family) => does.payPix(family, 'full'),
  ),
  instalmentDue: remindedAt(
    tenOClock(9),
    () => does.bookedInInstalments(12),
    (family) => does.payPix(family, 'full'),
  ),
  instalmentOverdue: remindedAt(
    tenOClock(16),
    () => does.bookedInInstalments(12),
    (family) => does.payPix(family, 'full'),
  ),
  dataMissing: remindedAt(
    daysBefore(7),
    () => does.booked(false),
    (family) => does.fillIn(family),
  ),
  departureSoon: remindedAt(
    daysBefore(1),
    () => does.booked(),
    (family) => does.cancel(family),
  ),
  tripThanks: remindedAt(
    THE_DAY_AFTER,
    async () => bringHome(app, await does.booked()),
    ({ id, payer: { token } }) =>
      expectDone(call(app, 'PUT', `/api/reservations/${id}/review`, { token, body: REVIEW })),
  ),
  waitingJoined: one({
    cause: () => does.waiting(),
    again: ({ trip, payer }) => joinList(other, trip, { adult: 2 }, payer).catch(() => undefined),
    gone: (waits) => does.leaveList(waits),
  }),
  waitingOffer: one({
    async cause() {
      const offer = await does.offered();
      await does.sweep();
      return offer;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: (offer) => does.payByHand(offer),
  }),
  offerLapsed: one({
    async cause() {
      const offer = await does.offered();
      await does.setDeadline(offer, -1);
      await does.sweep();
      return offer;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: (offer) => does.payByHand(offer),
  }),
  waitingEnded: one({
    async cause() {
      const waits = await does.waiting();
      await departIn(app, waits.trip.id, 1);
      await does.sweep();
      return waits;
    },
    again: () => Promise.all([does.sweep(other), does.sweep()]),
    gone: 'a list that has ended never begins again',
  }),
};

// The day of the reminders about tomorrow.
const deliver = () => mailbox.deliver(() => daysBefore(1));

it('every kind of e-mail is of an account or a request, or has its case', () => {
  expect(Object.keys(emails).toSorted()).toEqual(
    [
      ...ACCOUNT,
      ...REQUESTS,
      ...TRIP_ALERTS,
      ...GIFT_CARDS,
      ...OF_CARDS,
      ...GUESTS,
      ...CANCELLED_DEPARTURES,
      ...ROOMS,
      ...NOTES,
      ...Object.keys(cases),
    ].toSorted(),
  );
});

it.each(Object.entries(cases))('%s is sent once, however often its event is looked at', async (kind, its) => {
  const situation: { payer: Person } = await its.cause();
  await its.again(situation as never);
  const subjects = await queued(app, kind, situation.payer, daysBefore(1));
  expect(subjects).toHaveLength(1);
  const mails = await deliver();
  await its.again(situation as never);
  mails.push(...(await deliver()));
  expect(among(mails, situation.payer, subjects)).toBe(1);
  // What others typed stays text.
  const mail = mails.find(({ to }) => to === situation.payer.email);
  expect(mail?.text).toContain(HOSTILE_TITLE);
  expect(mail?.html).not.toContain('<img src=x');
});

it.each(
  Object.entries(cases).flatMap(([kind, { cause, gone }]) => (typeof gone === 'string' ? [] : [{ kind, cause, gone }])),
)('$kind is not sent once its reason is gone', async ({ kind, cause, gone }) => {
  const situation: { payer: Person } = await cause();
  const subjects = await queued(app, kind, situation.payer, daysBefore(1));
  expect(subjects).toHaveLength(1);
  await gone(situation as never);
  expect(among(await deliver(), situation.payer, subjects)).toBe(0);
});
