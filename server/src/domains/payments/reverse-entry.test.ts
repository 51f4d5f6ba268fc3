import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, entriesOf, type Family } from '../../../test/parties.ts';
import { refundsOf } from '../../../test/pix.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
});
afterEach(async () => {
  expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
});

const get = async (path: string) => (await call(app, 'GET', path, { token: staff.token })).body;
const post = (path: string, body: object, token = staff.token) => call(app, 'POST', path, { token, body });
const record = (kind: 'deposit' | 'refund', amountCents = DEPOSIT) =>
  post(`/api/reservations/${family.id}/payments`, { kind, method: 'pix', amountCents });
const reverse = (entryId: unknown, { id = family.id, reason = 'Valor de outra pessoa' } = {}) =>
  post(`/api/reservations/${id}/payments/${entryId}/reversal`, { reason });
const ledger = async () =>
  (await call(app, 'GET', `/api/reservations/${family.id}/payments`, { token: staff.token })).body.data;
const lastId = async () => (await ledger()).at(-1).id;

it('takes back a payment that was recorded by mistake: the places are held again, and the ledger shows it', async () => {
  expect((await record('deposit')).body.state).toBe('booked');
  const entryId = await lastId();

  const { status, body } = await reverse(entryId);

  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'held', receivedCents: 0, dueCents: 18_900 });
  expect(new Date(body.holdExpiresAt).getTime()).toBeGreaterThan(Date.now());
  const [entry, reversal] = await ledger();
  expect(entry).toMatchObject({ id: entryId, kind: 'deposit', direction: 'in', reversedBy: reversal.id });
  expect(reversal).toMatchObject({
    ...{
      kind: 'reversal_out',
      direction: 'out',
      amountCents: DEPOSIT,
      note: 'Valor de outra pessoa',
      reversedBy: null,
    },
    ...{ recordedVia: 'person', recordedBy: expect.stringContaining('Pessoa') },
  });
  expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
    action: 'reservation.entry_reversed',
    actor_id: staff.id,
    changes: { note: [null, 'Valor de outra pessoa'], receivedCents: [DEPOSIT, 0], state: ['booked', 'held'] },
  });
});

it('takes back a refund that was never made: it is due again', async () => {
  await record('deposit');
  await post(`/api/reservations/${family.id}/cancellation`, { reason: 'Desistiu' });
  const done = (await record('refund')).body;
  expect(done).toMatchObject({ status: { key: 'refunded' }, refundedCents: DEPOSIT, toReturnCents: 0 });

  const { body } = await reverse(await lastId());

  expect(body).toMatchObject({ state: 'cancelled', status: { key: 'refund_due' }, refundedCents: 0 });
  expect(body.toReturnCents).toBe(DEPOSIT);
  expect(await refundsOf(app, family.id)).toMatchObject([
    { state: 'paid', amount_cents: DEPOSIT },
    { state: 'due', amount_cents: DEPOSIT },
  ]);
});

it('of a refund while the reservation goes on leaves none, and none in the payments inbox', async () => {
  await record('deposit');
  expect((await record('refund', 1_000)).body.refund).toMatchObject({ state: 'paid', amountCents: 1_000 });
  const paid = () => get('/api/payments/refunds?state=paid&size=100');
  const before = await paid();
  const { body } = await reverse(await lastId());
  expect(body).toMatchObject({ refund: null, refundedCents: 0, receivedCents: DEPOSIT });
  expect((await paid()).sumCents).toBe(before.sumCents - 1_000);
  expect((await paid()).page.total).toBe(before.page.total - 1);
});

it('happens once, however many press at once, and is not reversed itself', async () => {
  await record('deposit');
  const entryId = await lastId();
  const outcomes = await Promise.all([1, 2, 3].map(() => reverse(entryId)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await ledger()).toHaveLength(2);
  expect(await reverse(await lastId())).toMatchObject({ status: 409, body: { code: 'ENTRY_REVERSED' } });
});

it('never takes more out than is there', async () => {
  await record('deposit');
  const entryId = await lastId();
  await record('refund', 1_000);
  expect(await reverse(entryId)).toMatchObject({ status: 409, body: { code: 'REFUND_ABOVE_RECEIVED' } });
  expect(await ledger()).toHaveLength(2);
});

it('needs an entry of the reservation, and a reason', async () => {
  await record('deposit');
  const entryId = await lastId();
  const other = await createFamily(app, { adult: 1 });
  expect(await reverse(entryId, { id: other.id })).toMatchObject({ status: 404, body: { code: 'ENTRY_NOT_FOUND' } });
  expect((await reverse(crypto.randomUUID())).body.code).toBe('ENTRY_NOT_FOUND');
  expect(await reverse(entryId, { reason: ' ' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(await ledger()).toHaveLength(1);
});
