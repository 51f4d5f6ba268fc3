import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, placesTaken } from '../../../../test/parties.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import { sweepHolds } from './expire-holds.ts';

const HOUR_MS = 3_600_000;
const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let emails: { kind: string; to: string }[] = [];
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(() => {
  emails = [];
});

const enqueueAll = async (_: Queue, data: object[]) => void emails.push(...(data as typeof emails));
const deps = () => ({ ...app.app.deps, jobs: { enqueueAll }, publicUrl: 'https://passeio.example' });
const sweep = () => sweepHolds(deps());
const startSweeping = () =>
  repeat(
    (signal) => sweepHolds(deps(), signal),
    5,
    () => undefined,
  );
const setDeadline = (id: string, holdExpiresAt: Date) =>
  app.db
    .updateTable('reservations')
    .set({ hold_expires_at: holdExpiresAt, created_at: new Date(Date.now() - 48 * HOUR_MS) })
    .where('id', '=', id)
    .execute();
const stateOf = async (id: string) =>
  (await app.db.selectFrom('reservations').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/** A hold past its deadline whose receipt waits. */
async function overdueWithReceipt() {
  const family = await createFamily(app, { adult: 1 });
  const { body } = await sendReceipt(app, family.id, family.payer, pdf());
  await setDeadline(family.id, new Date(Date.now() - HOUR_MS));
  return { ...family, receiptId: body.id as string };
}

describe('a hold whose receipt waits', () => {
  it('neither expires at its deadline nor warns its payer before', async () => {
    const overdue = await overdueWithReceipt();
    const ending = await overdueWithReceipt();
    // The same trip has another hold, which ends with them.
    const without = await createFamily(app, { adult: 1 }, { trip: overdue.trip });
    await setDeadline(without.id, new Date(Date.now() - HOUR_MS));
    await setDeadline(ending.id, new Date(Date.now() + HOUR_MS));
    await sweep();
    expect([await stateOf(overdue.id), await stateOf(ending.id)]).toEqual(['held', 'held']);
    expect(await placesTaken(app, overdue.trip.id)).toBe(1);
    expect(await stateOf(without.id)).toBe('expired');
    expect(emails).toMatchObject([{ kind: 'holdExpired', to: without.payer.email }]);
  });

  it('expires after a rejection, at its new deadline and not before', async () => {
    const { id, receiptId, trip } = await overdueWithReceipt();
    await reviewReceipt(app, receiptId, staff, { reason: 'O valor ainda não entrou na conta.' });
    await sweep();
    expect(await stateOf(id)).toBe('held');
    // The rejection named the deadline: not twice within the minute.
    expect(emails).toEqual([]);
    await setDeadline(id, new Date(Date.now() - 1_000));
    await sweep();
    expect(await stateOf(id)).toBe('expired');
    expect(await placesTaken(app, trip.id)).toBe(0);
    expect(emails).toMatchObject([{ kind: 'holdExpired' }]);
  });

  it('stops its clock once: a second receipt after a rejection waits for staff, but the deadline stays', async () => {
    const { id, payer, receiptId } = await overdueWithReceipt();
    await reviewReceipt(app, receiptId, staff, { reason: 'O valor ainda não entrou na conta.' });
    const second = await sendReceipt(app, id, payer, pdf());
    expect(second.status).toBe(201);
    const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(body.status).toMatchObject({ key: 'receipt_review', until: body.holdExpiresAt });
    expect(body.status.nextStep).toContain('o prazo do sinal continua valendo');
    expect(Date.parse(body.holdExpiresAt)).toBeGreaterThan(Date.now() + 1.9 * HOUR_MS);
    await reviewReceipt(app, second.body.id, staff, { reason: 'Ainda não entrou.' });
    const later = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(later.body.holdExpiresAt).toBe(body.holdExpiresAt);

    const third = await sendReceipt(app, id, payer, pdf());
    await setDeadline(id, new Date(Date.now() - 1_000));
    await sweep();

    expect(await stateOf(id)).toBe('expired');
    expect(emails).toMatchObject([{ kind: 'holdExpired' }]);
    // Staff still finds it, and may reinstate by it.
    await reviewReceipt(app, third.body.id, staff, { amountCents: DEPOSIT });
    expect(await stateOf(id)).toBe('booked');
  });

  it('goes on where the file has not the structure of a PDF, which staff sees nevertheless', async () => {
    const family = await createFamily(app, { adult: 1 });
    for (const junk of ['%PDF-1.4 junk', '%PDF-1.7\n%%EOF\n', '%PDF-1.7\n1 0 obj\nendobj\ntrailer\n']) {
      const sent = await sendReceipt(app, family.id, family.payer, Buffer.from(junk + Math.random()));
      expect(sent.status).toBe(201);
      const { body } = await call(app, 'GET', '/api/payments/receipts?state=submitted&size=100', {
        token: staff.token,
      });
      expect(body.data.map((one: { id: string }) => one.id)).toContain(sent.body.id);
      const shown = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
      expect(shown.body.status.until).toBe(shown.body.holdExpiresAt);
      await reviewReceipt(app, sent.body.id, staff, { reason: 'Não abre' });
    }
    const { body: honest } = await sendReceipt(app, family.id, family.payer, pdf());
    await setDeadline(family.id, new Date(Date.now() - HOUR_MS));
    await sweep();
    expect(await stateOf(family.id)).toBe('held');
    await reviewReceipt(app, honest.id, staff, { reason: 'Ilegível' });

    const other = await createFamily(app, { adult: 1 });
    await sendReceipt(app, other.id, other.payer, Buffer.from('%PDF-1.4 junk'));
    await setDeadline(other.id, new Date(Date.now() - HOUR_MS));
    await sweep();
    expect(await stateOf(other.id)).toBe('expired');
  });

  it.each([
    ['with a table of its objects', (text: string) => pdf(text)],
    [
      'with its directory in a stream, and bytes behind the end',
      (text: string) =>
        Buffer.from(
          `%PDF-1.5\n%\xe2\xe3\n12 0 obj\n<</Type/XRef>>stream\n${text}\nendstream\nendobj\nstartxref\n18\n%%EOF\n\0\0 `,
        ),
    ],
    ['that was saved twice', (text: string) => Buffer.concat([pdf(text), pdf(text).subarray(9)])],
  ])('stops for a PDF %s', async (_, content) => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    await sendReceipt(app, id, payer, content(String(Math.random())));
    await setDeadline(id, new Date(Date.now() - HOUR_MS));
    await sweep();
    expect(await stateOf(id)).toBe('held');
  });

  it('has a clock of its own again once it is held anew', async () => {
    const { id, payer, receiptId } = await overdueWithReceipt();
    await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT });
    const { rows } = await app.pool.query('select id from transfers where reservation_id = $1', [id]);
    const path = `/api/reservations/${id}/payments/${rows[0].id}/reversal`;
    const reversed = await call(app, 'POST', path, { token: staff.token, body: { reason: 'Era de outra pessoa' } });
    expect([reversed.status, await stateOf(id)]).toEqual([201, 'held']);
    await sendReceipt(app, id, payer, pdf());
    await setDeadline(id, new Date(Date.now() - HOUR_MS));
    await sweep();
    expect(await stateOf(id)).toBe('held');
  });

  it('holds its places while 24 of them are reviewed and swept at once; without receipts all would have gone', async () => {
    const reviewed = await Promise.all(Array.from({ length: 24 }, overdueWithReceipt));
    const control = await Promise.all(Array.from({ length: 6 }, overdueWithReceipt));
    const ids = control.map(({ id }) => id);
    await app.pool.query('update reservations set receipt_submitted_at = null where id = any($1)', [ids]);
    const stops = [startSweeping(), startSweeping()];

    const responses = await Promise.all(
      reviewed.map(({ receiptId }, turn) =>
        reviewReceipt(app, receiptId, staff, turn % 2 ? { amountCents: DEPOSIT } : { reason: 'Ilegível' }),
      ),
    );
    await expect.poll(() => Promise.all(control.map(({ id }) => stateOf(id)))).toEqual(Array(6).fill('expired'));
    await Promise.all(stops.map((stop) => stop()));

    expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(201));
    const states = await Promise.all(reviewed.map(({ id }) => stateOf(id)));
    expect(states).toEqual(reviewed.map((_, turn) => (turn % 2 ? 'booked' : 'held')));
    for (const { trip } of reviewed) expect(await placesTaken(app, trip.id)).toBe(1);
  });

  it('and that is sent while the sweep runs ends either way, but with the receipt', async () => {
    const families = await Promise.all(Array.from({ length: 12 }, () => createFamily(app, { adult: 1 })));
    for (const { id } of families) await setDeadline(id, new Date(Date.now() - 1_000));
    const stop = startSweeping();
    const responses = await Promise.all(families.map(({ id, payer }) => sendReceipt(app, id, payer, pdf())));
    await stop();
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201));
    for (const { id, trip } of families) {
      const state = await stateOf(id);
      expect(['held', 'expired']).toContain(state);
      expect(await placesTaken(app, trip.id)).toBe(state === 'held' ? 1 : 0);
    }
  });
});
