import { formatDay } from '@passeio/contract/format-moments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { cancellingDepartures, notifyWaitingList, REASON } from '../../../test/cancelled-departures.ts';
import { HOSTILE_TITLE } from '../../../test/events.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamilyTrip, type Family } from '../../../test/parties.ts';
import { joinList } from '../../../test/waiting.ts';
import { notifyCancelled } from './notify-departures.ts';

const DEPOSIT = 5_670;

let app: TestAppWithJobs;
let operator: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
  return () => mailbox.close();
});

const does = () => cancellingDepartures(app, () => operator);
async function sendNotifications(): Promise<void> {
  const parts = { db: app.db, jobs: mailbox.jobs, publicUrl: 'https://passeio.example', logger: app.app.deps.logger };
  await notifyCancelled(parts, { now: new Date(Date.now() + 3 * 60_000) });
}
const instantDate = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO('America/Sao_Paulo').toPlainDate().toString();
const mailsTo = async ({ payer }: Pick<Family, 'payer'>) =>
  (await mailbox.deliver()).filter(({ to }) => to === payer.email);

async function cancelled(paidCents: number) {
  const trip = await createFamilyTrip(app, { title: HOSTILE_TITLE });
  const family = await does().family(trip, 2, paidCents);
  await mailbox.deliver();
  await does().cancel(trip.id);
  await sendNotifications();
  return family;
}

it('who paid reads why, how much and until when, and chooses by the link; the answer comes by e-mail', async () => {
  const elsewhere = await createFamilyTrip(app, { title: 'Gruta do Anjo' });
  const family = await cancelled(DEPOSIT * 2);
  const [mail, ...more] = await mailsTo(family);
  expect(more).toEqual([]);
  for (const words of [REASON, 'R$ 113,40', HOSTILE_TITLE, family.reservation.code])
    expect(mail?.text).toContain(words);
  expect(mail?.html).not.toContain('<img src=x');
  // The reservation's deadline is on the day that the mail names.
  const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
  expect(mail?.text).toContain(formatDay(instantDate(body.status.until)));
  const token = /escolher#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const chosen = await does().choose(token, { kind: 'moved', tripId: elsewhere.id, totalCents: 37_800 });
  expect(chosen.status).toBe(200);
  expect(await does().emailsOf(family.id)).toContain('departureMoved');
});

it('who moves to another departure reads what is missing there, and whether its deposit is', async () => {
  const { id: tripId } = await createFamilyTrip(app, { title: 'Gruta do Anjo' });
  const readAfter = async (paidCents: number) => {
    const family = await cancelled(paidCents);
    await mailbox.deliver();
    const token = await does().link(family.trip.id, family.id);
    expect((await does().choose(token, { kind: 'moved', tripId, totalCents: 37_800 })).status).toBe(200);
    const [mail] = await mailsTo(family);
    return mail?.text;
  };
  expect(await readAfter(DEPOSIT * 2)).toMatch(/falta pagar R\$ 264,60\.(?! Para confirmar)/);
  expect(await readAfter(1_000)).toContain('falta pagar R$ 368,00. Para confirmar a reserva, pague o sinal.');
});

it('who paid nothing reads that nothing is charged, and the next departures', async () => {
  const next = await createFamilyTrip(app, { title: 'Serra do Cipó' });
  await app.db
    .updateTable('trips')
    .set({ departs_at: new Date(Date.now() + 2 * 24 * 3_600_000) })
    .where('id', '=', next.id)
    .execute();
  const [mail] = await mailsTo(await cancelled(0));
  for (const words of [REASON, 'nada é cobrado', 'Serra do Cipó']) expect(mail?.text).toContain(words);
});

it('a choice that was made before its e-mail left is not asked for', async () => {
  const family = await cancelled(DEPOSIT);
  const token = await does().link(family.trip.id, family.id);
  await does().choose(token, { kind: 'credit', amountCents: DEPOSIT });
  const subjects = (await mailsTo(family)).map(({ subject }) => subject);
  expect(subjects.some((subject) => subject.includes('Escolha o que prefere'))).toBe(false);
});

it('who pays late reads that it joins what they choose, not that they travel', async () => {
  const family = await cancelled(DEPOSIT);
  const { token } = operator;
  const body = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT };
  expect((await call(app, 'POST', `/api/reservations/${family.id}/payments`, { token, body })).status).toBe(201);
  const kinds = await does().emailsOf(family.id);
  expect(kinds.slice(-1)).toEqual(['paymentForEnded']);
  expect(await does().reservation(family.id)).toMatchObject({ received_cents: DEPOSIT * 2 });
});

it('the waiting list reads that the departure was cancelled, not that there were no places', async () => {
  const trip = await createFamilyTrip(app, { capacity: 1 });
  await does().family(trip, 1, DEPOSIT);
  const { person: payer } = await joinList(app, trip, { adult: 1 });
  await mailbox.deliver();
  await does().cancel(trip.id);
  await sendNotifications();
  await notifyWaitingList(app, mailbox.jobs);
  const [mail] = await mailsTo({ payer });
  expect(mail?.subject).toContain('Saída cancelada');
});
