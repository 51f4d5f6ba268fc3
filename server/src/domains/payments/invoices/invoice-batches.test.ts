import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../../test/factories.ts';
import { buildInvoicing, type Invoicing, RECEIVED } from '../../../../test/invoices.ts';
import type { Family } from '../../../../test/parties.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';
import { issueBatches, issueByRule } from './invoice-batches.ts';

let inv: Invoicing;
beforeAll(async () => {
  inv = await buildInvoicing({ connections: 16 });
});
afterAll(() => inv.close());
beforeEach(async () => {
  inv.government.registry.condition = 'open';
  await inv.saveSettings();
});

const families = (count: number) => Promise.all(Array.from({ length: count }, () => inv.paidFamily()));
const start = (body: object) => inv.asStaff('POST', '/api/invoices/batches', body);
const startOf = (some: Family[]) => start({ reservationIds: some.map(({ id }) => id) });
const read = async (id: string) => (await inv.asStaff('GET', `/api/invoices/batches/${id}`)).body;
const departureOf = (family: Family, departs_at: Date) =>
  inv.app.db.updateTable('trips').set({ departs_at }).where('id', '=', family.trip.id).execute();
const noteRows = (some: Family[]) =>
  inv.app.db
    .selectFrom('issued_invoices')
    .selectAll()
    .where(
      'reservation_id',
      'in',
      some.map(({ id }) => id),
    )
    .execute();

describe('a batch', () => {
  it('issues the notes of its reservations; what was refused is mended, and issued again', async () => {
    const some = await families(6);
    const [nobody, foreign] = some as [Family, Family];
    const noCpf = { cpf: null, issuer: null, subject: null };
    await inv.app.db.updateTable('users').set(noCpf).where('id', '=', nobody.payer.id).execute();
    // Ourselves, which only the government refuses.
    const ourselves = { name: 'Empresa', taxId: '11222333000181', address: '' };
    expect((await inv.asAdmin('PUT', `/api/reservations/${foreign.id}/billing`, ourselves)).status).toBe(200);
    const { status, body } = await startOf(some);
    expect([status, body.counts, body.rule]).toEqual([202, { waiting: 6 }, null]);
    await inv.work();
    const done = await read(body.id);
    expect(done.counts).toEqual({ authorised: 4, rejected: 1, failed: 1 });
    expect(done.items[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('CPF ou CNPJ') });
    expect(done.items[1]).toMatchObject({ state: 'rejected', invoice: { messages: [{ code: 'E0202' }] } });

    const mended = { name: 'Ana', taxId: '529.982.247-25', address: '' };
    for (const { id } of [nobody, foreign]) {
      expect((await inv.asAdmin('PUT', `/api/reservations/${id}/billing`, mended)).status).toBe(200);
    }
    const again = await inv.asStaff('POST', `/api/invoices/batches/${body.id}/retry`);
    expect([again.status, again.body.counts]).toEqual([202, { authorised: 4, waiting: 2 }]);
    await inv.work();
    expect((await read(body.id)).counts).toEqual({ authorised: 6 });
    const rows = await noteRows(some);
    expect(rows.filter(({ state }) => state === 'authorised')).toHaveLength(6);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  });

  it('is asked for once, however often the request is repeated, and worked once by several servers', async () => {
    const some = await families(5);
    const key = { 'idempotency-key': randomUUID() };
    const body = { reservationIds: some.map(({ id }) => id) };
    const ask = () => call(inv.app, 'POST', '/api/invoices/batches', { token: inv.staff.token, headers: key, body });
    const [first, second] = [await ask(), await ask()];
    expect(second.body.id).toBe(first.body.id);
    const { db, logger } = inv.app.app.deps;
    await Promise.all(Array.from({ length: 4 }, () => issueBatches({ db, fiscal: inv.fiscal, logger })));
    expect(await noteRows(some)).toHaveLength(5);
  });

  /** Fails the note of a reservation. */
  const poison = ({ id }: Family, code: string) => inv.poison({ write: 'insert', column: 'reservation_id', id, code });

  it('goes on after a note that fails for a reason that nobody expects, whose number the next one gets', async () => {
    const some = (await families(4)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const drop = await poison(some[0] as Family, 'P0001');
    const { body } = await startOf(some);
    await inv.work();
    await drop();
    const done = await read(body.id);
    expect(done.counts).toEqual({ authorised: 3, failed: 1 });
    expect(done.items[0]).toMatchObject({ problem: expect.stringMatching(/^Algo deu errado do nosso lado/) });
    await inv.asStaff('POST', `/api/invoices/batches/${body.id}/retry`);
    await inv.work();
    expect((await read(body.id)).counts).toEqual({ authorised: 4 });
    const numbers = (await noteRows(some)).map(({ number }) => Number(number)).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('waits while the database is away, and fails nothing', async () => {
    const some = await families(2);
    const drop = await poison(some[0] as Family, '57P01');
    const { body } = await startOf(some);
    await expect(inv.work()).rejects.toMatchObject({ code: '57P01' });
    await drop();
    expect((await read(body.id)).counts.failed).toBeUndefined();
    await inv.work();
    expect((await read(body.id)).counts).toEqual({ authorised: 2 });
  });

  it('of a month takes its departures that received something and have no note', async () => {
    const [noted, plain, other, unpaid] = (await families(4)) as [Family, Family, Family, Family];
    for (const family of [noted, plain, unpaid]) await departureOf(family, new Date('2024-05-31T23:30:00-03:00'));
    await departureOf(other, new Date('2024-06-01T00:30:00-03:00'));
    await inv.issue(noted);
    await inv.work();
    const back = { kind: 'refund', method: 'cash', amountCents: RECEIVED };
    expect((await inv.asAdmin('POST', `/api/reservations/${unpaid.id}/payments`, back)).status).toBe(201);
    const { body } = await start({ month: '2024-05' });
    const { items } = await read(body.id);
    expect(items.map((one: { reservation: { id: string } }) => one.reservation.id)).toEqual([plain.id]);
    await inv.work();
    expect((await start({ month: '2024-05' })).body.code).toBe('INVOICE_NOTHING_DUE');
  });

  it.each<[string, object, number]>([
    ['nothing', {}, 400],
    ['both', { month: '2026-01', reservationIds: [randomUUID()] }, 400],
    ['no reservation', { reservationIds: [] }, 400],
    ['201 reservations', { reservationIds: Array.from({ length: 201 }, () => randomUUID()) }, 400],
    ['a reservation that is not there', { reservationIds: [randomUUID()] }, 404],
    ['a month that is none', { month: '2026-13' }, 400],
  ])('of %s is refused', async (_, body, status) => {
    expect((await start(body)).status).toBe(status);
  });

  it('is for staff who confirm money, and read by those who see it', async () => {
    const { body } = await startOf(await families(1));
    const { token } = await call(inv.app, 'GET', '/api/settings').then(() => inv.staff);
    await inv.app.db
      .updateTable('users')
      .set({ permissions: ['see_money'] })
      .where('id', '=', inv.staff.id)
      .execute();
    expect((await call(inv.app, 'POST', '/api/invoices/batches', { token, body: { month: '2026-01' } })).status).toBe(
      403,
    );
    expect((await call(inv.app, 'GET', `/api/invoices/batches/${body.id}`, { token })).status).toBe(200);
    expect((await call(inv.app, 'GET', `/api/invoices/batches/${randomUUID()}`, { token })).status).toBe(404);
    await inv.app.db.updateTable('users').set({ permissions: null }).where('id', '=', inv.staff.id).execute();
  });
});

describe('by the rule of the settings, a note is issued', () => {
  const states = async (family: Family) =>
    (await inv.notesOf(family)).issued.map(({ state }: { state: string }) => state);

  it('when all is paid, not before', async () => {
    const before = await inv.paidFamily();
    await inv.app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() - 60_000) })
      .execute();
    await inv.saveSettings({ issueRule: 'all_paid' });
    const [all, part] = [await inv.paidFamily(), await inv.paidFamily(10_000)];
    await inv.work();
    expect([await states(before), await states(all), await states(part)]).toEqual([[], ['authorised'], []]);
    const rest = { kind: 'balance', method: 'cash', amountCents: RECEIVED - 10_000 };
    await inv.asStaff('POST', `/api/reservations/${part.id}/payments`, rest);
    await inv.work();
    await inv.work();
    expect(await states(part)).toEqual(['authorised']);
    const { data } = (await inv.asStaff('GET', '/api/invoices/batches')).body;
    expect(data[0]).toMatchObject({ rule: 'all_paid', counts: { authorised: 1 } });
  });

  it('on departure, of what was received until then', async () => {
    await inv.saveSettings({ issueRule: 'departure' });
    const family = await inv.paidFamily(10_000);
    await inv.work();
    expect(await states(family)).toEqual([]);
    await inv.app.db
      .updateTable('fiscal_settings')
      .set({ rule_since: new Date('2024-01-01') })
      .execute();
    await departureOf(family, new Date(Date.now() - 60_000));
    await inv.work();
    expect((await inv.notesOf(family)).issued).toMatchObject([{ state: 'authorised', amountCents: 10_000 }]);
  });

  it('monthly, once the month of the departure is over', async () => {
    await inv.saveSettings({ issueRule: 'monthly' });
    await inv.app.db
      .updateTable('fiscal_settings')
      .set({ rule_since: new Date('2024-01-01') })
      .execute();
    const [past, now] = [await inv.paidFamily(), await inv.paidFamily()];
    await departureOf(past, new Date('2024-07-31T23:59:00-03:00'));
    await departureOf(now, new Date());
    await inv.work();
    expect([await states(past), await states(now)]).toEqual([['authorised'], []]);
  });

  it('not again after it was refused, or cancelled by hand', async () => {
    await inv.saveSettings({ issueRule: 'all_paid' });
    inv.government.registry.condition = 'refusing';
    const family = await inv.paidFamily();
    await inv.work();
    inv.government.registry.condition = 'open';
    await inv.work();
    expect(await states(family)).toEqual(['rejected']);
  });
});

describe('by hand and by rule at the same moment', () => {
  /** How many notes reservations have of which one is asked for by hand while the rule issues it. */
  async function race(at: Invoicing, count: number): Promise<number[]> {
    await at.saveSettings({ issueRule: 'all_paid' });
    const some = await Promise.all(Array.from({ length: count }, () => at.paidFamily()));
    const { db, logger } = at.app.app.deps;
    await issueByRule(db);
    await Promise.allSettled([
      ...some.map((family) => at.issue(family)),
      ...Array.from({ length: 3 }, () => issueBatches({ db, fiscal: at.fiscal, logger })),
    ]);
    await at.work();
    const notes = await Promise.all(some.map((family) => at.notesOf(family)));
    return notes.map(({ issued }) => issued.length);
  }

  it('a reservation has one note', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await race(inv, 6)).toEqual(Array(6).fill(1));
  });

  it('control: without locks and the index of open notes there are two', async () => {
    const unguarded = await buildInvoicing({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      await unguarded.app.pool.query('drop index issued_invoices_one_open');
      let most = 0;
      for (let turn = 0; turn < 20 && most < 2; turn += 1) most = Math.max(most, ...(await race(unguarded, 6)));
      expect(most).toBeGreaterThan(1);
    } finally {
      await unguarded.close();
    }
  });
});
