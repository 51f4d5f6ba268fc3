import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import type { Mailbox } from '../../../test/mailbox.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { appForReminders, daysBefore, openMailboxOfTest, tenOClock, tripInAMonth } from '../../../test/reminders.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { emailReader } from '../email-facts/index.ts';
import { lastReleaseQueue } from './last-release-queue.ts';

let app: TestApp;
let mailbox: Mailbox;
let family: Family;
beforeAll(async () => {
  app = await appForReminders();
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailboxOfTest(app);
  family = await createFamily(app, { adult: 2 }, { trip: await tripInAMonth(app) });
  return () => mailbox.close();
});

/** What release 0.2.0 rendered of every e-mail about a reservation. */
const rendered = () => ({
  ...{ name: 'Ana', code: family.reservation.code, trip: 'Cânions', seesReservation: true },
  link: `https://passeio.example/minhasreservas/${family.reservation.code}`,
});
const change = (set: object) => app.db.updateTable('reservations').set(set).where('id', '=', family.id).execute();
const queue = (email: object) => mailbox.jobs.enqueue(lastReleaseQueue, { to: family.payer.email, ...email });
const subjects = async () => (await mailbox.deliver(() => daysBefore(1))).map(({ subject }) => subject.split(' – ')[0]);

it('an e-mail of a hold that waited in the queue of release 0.2.0 is sent, unless the hold has ended', async () => {
  const { code, holdExpiresAt } = family.reservation;
  const data = { ...rendered(), deadline: '12/12/2026 às 15:30', missingCents: 5_670, payable: true };
  const reason = { reservationId: family.id, state: 'held', holdExpiresAt };
  await queue({ kind: 'holdEnding', data, reason });
  expect(await subjects()).toEqual([`A sua reserva ${code} está para expirar`]);
  await change({ state: 'cancelled', cancelled_at: new Date() });
  await queue({ kind: 'holdEnding', data, reason });
  expect(await subjects()).toEqual([]);
});

it('a reminder of release 0.2.0 says what is true now, and a cancellation what was accepted then', async () => {
  await change({ state: 'booked' });
  const { id: tripId } = family.trip;
  const about = tenOClock(30).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const reminder = { trip_id: tripId, kind: 'departure', about, moment: new Date(), ends_at: tenOClock(30) };
  await app.db.insertInto('trip_reminders').values(reminder).execute();
  const soon = {
    departure: 'em breve',
    people: [],
    boarding: null,
    bring: [],
    contact: '',
    voucher: null,
    dueCents: 0,
  };
  await queue({
    kind: 'departureSoon',
    data: { ...rendered(), ...soon, saidOn: '2026-01-01', payable: true },
    reason: { reservationId: family.id, reminder: 'departure', tripId, about },
  });
  const amounts = { contractedCents: 37_800, receivedCents: 11_340, penaltyCents: 11_340, refundCents: 0 };
  await queue({
    kind: 'reservationCancelled',
    data: { ...rendered(), ...amounts, by: 'client', people: null, rule: 'A regra de então.', promisedFor: null },
    reason: { reservationId: family.id, refundCents: 0 },
  });
  const mails = await mailbox.deliver(() => daysBefore(1));
  expect(mails.map(({ text }) => text).join()).toMatch(/sai amanhã.*A regra de então|A regra de então.*sai amanhã/);
});

it('a confirmation without deposit and a moved departure, which release 0.2.0 queued, are sent by code', async () => {
  await change({ state: 'booked' });
  await queue({
    kind: 'reservationConfirmed',
    data: { ...rendered(), payable: true, people: 2, balanceCents: 1, balanceUntil: '' },
    reason: { reservationId: family.id, reminder: 'confirmed', tripId: family.trip.id, about: '' },
  });
  const moved = { departure: '', former: 'Serra', isBooked: true, dueCents: 0, refundCents: 0 };
  await queue({ kind: 'departureMoved', data: { ...rendered(), ...moved } });
  const { code } = family.reservation;
  // Not a reminder, so it does not wait for the morning.
  const night = new Date('2026-06-01T01:30:00Z');
  const sent = (await mailbox.deliver(() => night)).map(({ subject }) => subject.split(' – ')[0]);
  expect(sent.toSorted()).toEqual([
    `A sua reserva ${code} agora é em Cânions de Furnas`,
    `A sua reserva ${code} está confirmada`,
  ]);
});

it('what failed in the queue of release 0.2.0 is listed, and leaves when staff sends it again', async () => {
  const { token } = await createPerson(app, 'ADMIN');
  const transport = fakeMailTransport();
  const other = await startAnotherProcess(app, { jobs: mailbox.jobs });
  await workEmails({
    ...{ jobs: mailbox.jobs, db: app.db, storage: app.app.deps.storage, transport },
    makeLink: async () => 'https://passeio.example/auth/reset-password?token=abc',
    readEmail: emailReader(app.db, 'https://passeio.example', app.app.deps.emailCodeKey),
  });
  transport.failNext(1);
  const link = { does: 'resetPassword', userId: 'somebody' };
  await mailbox.jobs.enqueue(
    { ...lastReleaseQueue, startAfter: 2 },
    {
      ...{ kind: 'resetPassword', to: family.payer.email, data: { name: 'Ana', link } },
    },
  );
  await app.pool.query("update pgboss.job set retry_count = retry_limit, start_after = now() where name = 'mail'");
  const list = () => call(other, 'GET', '/api/messages/failed', { token });
  await expect.poll(async () => (await list()).body.total, { timeout: 20_000 }).toBe(1);
  const { data } = (await list()).body;
  expect(data).toMatchObject([{ to: family.payer.email, subject: 'Crie uma nova senha' }]);
  const body = { ids: [data[0].id] };
  expect((await call(other, 'POST', '/api/messages/failed/retries', { token, body })).body.total).toBe(0);
  await expect.poll(() => transport.sent.length, { timeout: 20_000 }).toBe(1);
  await other.close();
});
