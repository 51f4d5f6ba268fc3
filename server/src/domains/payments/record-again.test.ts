import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from '../../../test/pix.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { recordReportedNow } from './index.ts';

const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let wrong: Family;
let right: Family;
let endToEndId: string;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  wrong = await createFamily(app, { adult: 1 });
  right = await createFamily(app, { adult: 1 });
  endToEndId = newEndToEndId();
});
afterEach(async () => {
  expect(await findFaults(app.db)).toEqual([]);
});

const post = (path: string, body: object) => call(app, 'POST', `/api/${path}`, { token: staff.token, body });
const record = ({ id }: Family) =>
  post(`reservations/${id}/payments`, { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId });
const reverse = ({ id }: Family, entryId = '') =>
  post(`reservations/${id}/payments/${entryId}/reversal`, { reason: 'Era de outra pessoa' });
const entriesOf = async ({ id }: Family) => (await ledgerOf(app, id)).map(({ kind, reference }) => [kind, reference]);
const firstEntry = async ({ id }: Family) => (await ledgerOf(app, id))[0]?.id;
const counts = async (family: Family) =>
  (await call(app, 'GET', `/api/reservations/${family.id}`, { token: staff.token })).body.receivedCents;
const notifyOfPix = () => {
  const { db, jobs, changes } = app.app.deps;
  const pix = pixFor(undefined, { reference: endToEndId, amountCents: DEPOSIT });
  return recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix);
};

describe('a Pix whose entry was reversed', () => {
  beforeEach(async () => {
    expect((await record(wrong)).status).toBe(201);
  });

  it('counts in the right reservation under the same identifier, and nowhere else', async () => {
    const refused = await record(right);
    expect(refused).toMatchObject({ status: 409, body: { code: 'END_TO_END_ID_USED' } });
    expect(refused.body.fields.endToEndId).toContain(wrong.reservation.code);

    await reverse(wrong, await firstEntry(wrong));
    expect((await record(right)).body).toMatchObject({ state: 'booked', receivedCents: DEPOSIT });

    expect((await record(wrong)).body.fields.endToEndId).toContain(right.reservation.code);
    expect(await entriesOf(wrong)).toEqual([
      ['deposit', endToEndId],
      ['reversal_out', null],
    ]);
    expect(await counts(wrong)).toBe(0);
  });

  it('can be reversed and recorded in the same reservation, as often as staff errs', async () => {
    await reverse(wrong, await firstEntry(wrong));
    expect((await record(wrong)).status).toBe(201);
    await reverse(wrong, (await ledgerOf(app, wrong.id)).at(-1)?.id);
    expect((await record(wrong)).body).toMatchObject({ state: 'booked', receivedCents: DEPOSIT });
    expect((await record(wrong)).body.code).toBe('END_TO_END_ID_USED');
  });

  it('is the same in whatever case staff, the bank or a statement writes it', async () => {
    const written = endToEndId;
    endToEndId = written.toLowerCase();
    expect((await record(right)).body.fields.endToEndId).toContain(wrong.reservation.code);
    expect(await notifyOfPix()).toBe('known');
    await reverse(wrong, await firstEntry(wrong));
    expect((await record(right)).status).toBe(201);
    endToEndId = written;
    expect((await record(wrong)).body.code).toBe('END_TO_END_ID_USED');
    expect(await notifyOfPix()).toBe('known');
  });

  it('is recorded once, however many do it at once', async () => {
    await reverse(wrong, await firstEntry(wrong));
    const families = await Promise.all([1, 2, 3].map(() => createFamily(app, { adult: 1 })));
    const outcomes = await Promise.all([...families, right, wrong].map(record));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('counts once where it is reversed and recorded at the same moment', async () => {
    const entryId = await firstEntry(wrong);
    await Promise.all([reverse(wrong, entryId), record(right), record(right), record(wrong)]);
    expect((await counts(wrong)) + (await counts(right))).toBeLessThanOrEqual(DEPOSIT);
    await record(right);
    expect((await counts(wrong)) + (await counts(right))).toBe(DEPOSIT);
  });

  it('waits for staff if the bank reports it only now, and is assigned then', async () => {
    expect(await notifyOfPix()).toBe('known');
    await reverse(wrong, await firstEntry(wrong));
    expect(await notifyOfPix()).toBe('unmatched');
    expect(await notifyOfPix()).toBe('known');
    const { data } = (await call(app, 'GET', '/api/payments/unmatched?size=100', { token: staff.token })).body;
    const waiting = data.find((one: { endToEndId: string }) => one.endToEndId === endToEndId);
    expect(waiting.description).toBe(
      `Este Pix já esteve lançado na reserva ${wrong.reservation.code} e foi estornado. Confira de quem é.`,
    );
    const assigned = await post(`payments/unmatched/${waiting.id}/assignment`, { code: right.reservation.code });
    expect(assigned.status).toBe(200);
    expect(await counts(right)).toBe(DEPOSIT);
    expect(await notifyOfPix()).toBe('known');
  });
});

describe('a Pix that the bank confirmed', () => {
  const waiting = async () => {
    const { data } = (await call(app, 'GET', '/api/payments/unmatched?size=100', { token: staff.token })).body;
    return data.find((one: { endToEndId: string }) => one.endToEndId === endToEndId);
  };
  const assign = async (to: Family) =>
    post(`payments/unmatched/${(await waiting()).id}/assignment`, { code: to.reservation.code });
  beforeEach(async () => {
    const { db, jobs, changes } = app.app.deps;
    const charge = await chargeOf(app, wrong, 'deposit');
    const occurredAt = new Date(Date.now() - 30 * 86_400_000);
    const pix = pixFor(charge, { reference: endToEndId, occurredAt });
    expect(await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pix)).toBe('recorded');
  });

  it('waits for staff as soon as its entry is reversed, however old it is', async () => {
    expect(await waiting()).toBeUndefined();
    await reverse(wrong, await firstEntry(wrong));
    expect(await waiting()).toMatchObject({
      amountCents: DEPOSIT,
      payerName: 'Helena Prado',
      description: `Este Pix já esteve lançado na reserva ${wrong.reservation.code} e foi estornado. Confira de quem é.`,
    });
    expect((await assign(right)).status).toBe(200);
    expect(await counts(right)).toBe(DEPOSIT);
    expect(await waiting()).toBeUndefined();
  });

  it('waits again as often as the reservation to which staff gave it was the wrong one', async () => {
    await reverse(wrong, await firstEntry(wrong));
    for (const family of [right, wrong]) {
      expect((await assign(family)).status).toBe(200);
      expect((await reverse(family, (await ledgerOf(app, family.id)).at(-1)?.id)).status).toBe(201);
      expect((await waiting()).description).toContain(family.reservation.code);
    }
    expect((await record(right)).status).toBe(201);
    expect(await waiting()).toBeUndefined();
  });

  it('does not wait where staff only typed it: it may never have come', async () => {
    await reverse(wrong, await firstEntry(wrong));
    endToEndId = newEndToEndId();
    expect((await record(right)).status).toBe(201);
    await reverse(right, await firstEntry(right));
    expect(await waiting()).toBeUndefined();
  });
});
