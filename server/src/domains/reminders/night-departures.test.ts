import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamily } from '../../../test/parties.ts';
import { tripInAMonth } from '../../../test/reminders.ts';
import { sendReminders } from './send-reminders.ts';

const ZONE = 'America/Sao_Paulo';
const NIGHT = 'na madrugada de sábado para domingo, ';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const today = Temporal.Now.plainDateISO(ZONE);
const sunday = today.add({ days: 35 - today.dayOfWeek });
const at = (daysBefore: number, time: string) =>
  new Date(
    sunday.subtract({ days: daysBefore }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds,
  );
const written = sunday.toString().split('-').reverse().join('/');

async function bookedFor(time: string) {
  const trip = await tripInAMonth(app, { departs_at: at(0, time), returns_at: at(-1, '22:00') });
  const { id } = await createFamily(app, { adult: 1 }, { trip });
  await app.db
    .updateTable('reservations')
    .set({ state: 'booked', acknowledged_at: new Date() })
    .where('id', '=', id)
    .execute();
}
/** What the reminders that are due until then say of the departure. */
async function emailsSentAt(now: Date) {
  await sendReminders({ ...app.app.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' }, { now });
  const mails = await mailbox.deliver(() => now);
  return mails.filter(({ text }) => text.includes('Chegue ao embarque'));
}

it.each([
  ['23:30', 1, 'É amanhã', 'amanhã, '],
  ['00:00', 2, 'É amanhã à noite', `amanhã à noite, ${NIGHT}`],
  ['00:30', 2, 'É amanhã à noite', `amanhã à noite, ${NIGHT}`],
  ['02:59', 2, 'É amanhã à noite', `amanhã à noite, ${NIGHT}`],
  ['03:00', 1, 'É amanhã', `amanhã, ${NIGHT}`],
  ['04:59', 1, 'É amanhã', `amanhã, ${NIGHT}`],
  ['05:00', 1, 'É amanhã', 'amanhã, '],
])('a departure on Sunday at %s is announced %i days before at nine: "%s"', async (time, days, subject, words) => {
  await bookedFor(time);
  expect(await emailsSentAt(at(days, '08:59'))).toEqual([]);
  const [mail, ...more] = await emailsSentAt(at(days, '09:00'));
  expect(more).toEqual([]);
  expect(mail?.subject).toContain(`${subject}: `);
  expect(mail?.text).toContain(`sai ${words}${written} às ${time}.`);
});

it('announced late, on Saturday, it is tonight', async () => {
  await bookedFor('00:30');
  const [mail] = await emailsSentAt(at(1, '08:30'));
  expect(mail?.subject).toContain('É hoje à noite: ');
  expect(mail?.text).toContain(`sai hoje à noite, ${NIGHT}${written} às 00:30.`);
});
