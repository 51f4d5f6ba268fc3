import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { type PaymentProvider, ProviderUnavailable } from '../../../ports/payments/port.ts';
import { confirmPayment } from './confirm-payments.ts';
import { pollProvider } from './poll-provider.ts';
import { synchronizeCharges } from './synchronize-charge.ts';

const DEPOSIT = 5_670;
const soon = { timeout: 30_000, interval: 50 };
const AT_ONCE = { leaseS: 0 };

let connected: Awaited<ReturnType<typeof connectBank>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
beforeAll(async () => {
  connected = await connectBank();
});
afterAll(() => connected.close());
beforeEach(async () => {
  connected.bank.forget();
  reservation = await reservationToPay(connected.app);
});
// The breaker has closed again.
const backAgain = () => expect.poll(() => connected.provider.find('E0').catch(() => 'away'), soon).toBeUndefined();
afterEach(backAgain);
const paid = () => {
  const [pix] = connected.bank.system.accounts.pix.values();
  if (!pix) throw new Error('nothing was paid');
  return pix;
};

describe('a notice that is lost', () => {
  it('is made up for by asking the bank', async () => {
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });

  it('for weeks, because nothing ran, is too; and the bank is not asked for the same again', async () => {
    const { txid } = await reservation.openCharge();
    await connected.pay(txid, { aviso: 'lost' });
    paid().at = Date.now() - 20 * 86_400_000;
    await connected.app.db.deleteFrom('provider_polls').execute();
    await connected.app.db
      .insertInto('provider_polls')
      .values({ provider: 'pix_api', polled_until: new Date(Date.now() - 21 * 86_400_000) })
      .execute();
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    connected.bank.seen = [];
    await pollProvider(connected.parts);
    expect(connected.bank.seen.filter(({ route }) => route === '/pix')).toHaveLength(1);
  });

  it('of a Pix that the bank lists late is made up for within an hour, and after days in the night', async () => {
    const { db } = connected.app;
    await pollProvider(connected.parts);
    const listedLate = async (age: number) => {
      const other = await reservationToPay(connected.app);
      await connected.pay((await other.openCharge()).txid, { aviso: 'lost' });
      const [pix] = [...connected.bank.system.accounts.pix.values()].slice(-1);
      if (pix) pix.at = Date.now() - age;
      return other;
    };
    const [hours, days] = [await listedLate(40 * 3_600_000), await listedLate(6 * 86_400_000)];
    await pollProvider(connected.parts);
    expect([await hours.amounts(), await days.amounts()]).toEqual([[], []]);

    await sql`update provider_polls set two_days_at = two_days_at - interval '1 hour'`.execute(db);
    await pollProvider(connected.parts);
    expect([await hours.amounts(), await days.amounts()]).toEqual([[DEPOSIT], []]);

    await sql`update provider_polls set week_at = week_at - interval '1 day'`.execute(db);
    await pollProvider(connected.parts);
    expect(await days.amounts()).toEqual([DEPOSIT]);
  });

  it('is made up for although the bank does not list the days before', async () => {
    await connected.app.db.deleteFrom('provider_polls').execute();
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    const forgetful: PaymentProvider = {
      ...connected.provider,
      notices: {
        ...connected.provider.notices,
        list(from, to) {
          if (from.getTime() < Date.now() - 86_400_000) throw new ProviderUnavailable('only today');
          return connected.provider.notices.list(from, to);
        },
      },
    };
    await expect(pollProvider({ ...connected.parts, provider: forgetful })).rejects.toThrow('only today');
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    const { polled_until } = await connected.app.db
      .selectFrom('provider_polls')
      .select('polled_until')
      .executeTakeFirstOrThrow();
    expect(polled_until.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await pollProvider(connected.parts);
  });

  it('is made up for although an entry of the list cannot be read, which staff is warned about', async () => {
    const staff = await createPerson(connected.app, 'OPERATOR');
    const { txid } = await reservation.openCharge();
    await connected.pay(txid, { aviso: 'lost' });
    const held = await reservationToPay(connected.app);
    const unreadable = { unreadable: 'E9 de 0,00', chargeReference: (await held.openCharge()).txid };
    const differently: PaymentProvider = {
      ...connected.provider,
      notices: {
        ...connected.provider.notices,
        async *list(from, to) {
          yield unreadable;
          yield* connected.provider.notices.list(from, to);
        },
      },
    };
    await pollProvider({ ...connected.parts, provider: differently });
    await pollProvider({ ...connected.parts, provider: differently });
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    // It may be the deposit of this one.
    await connected.app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', held.id)
      .execute();
    await connected.sweep();
    expect((await held.shown()).state).toBe('held');

    const get = async (path: string) => (await call(connected.app, 'GET', `/api/${path}`, { token: staff.token })).body;
    const { unreadable: shown } = await get('payments/unmatched');
    expect(shown).toMatchObject([{ reference: 'E9 de 0,00' }]);
    expect((await get('payments/to-do')).unmatched).toBe(1);
    const check = () =>
      call(connected.app, 'POST', `/api/payments/unreadable/${shown[0].id}/check`, { token: staff.token });
    expect((await check()).status).toBe(200);
    expect((await check()).status).toBe(404);
    expect((await get('payments/unmatched')).unreadable).toEqual([]);
    await connected.sweep();
    expect((await held.shown()).state).toBe('expired');
  });

  it('of what could not be read at first is made up for once it can be, and staff has nothing left to look for', async () => {
    const staff = await createPerson(connected.app, 'OPERATOR');
    const { txid } = await reservation.openCharge();
    await connected.pay(txid, { aviso: 'lost' });
    const { endToEndId } = paid();
    const differently: PaymentProvider = {
      ...connected.provider,
      notices: {
        ...connected.provider.notices,
        async *list() {
          yield { unreadable: endToEndId, chargeReference: txid };
        },
      },
    };
    const shown = async () =>
      (await call(connected.app, 'GET', '/api/payments/unmatched', { token: staff.token })).body.unreadable;
    await pollProvider({ ...connected.parts, provider: differently });
    expect(await shown()).toMatchObject([{ reference: endToEndId }]);
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    expect(await shown()).toEqual([]);
  });

  it('is found although our clock and that of the bank differ by hours', async () => {
    connected.bank.system.accounts.skewMs = -5 * 3_600_000;
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });

  it('is asked for by one process at a time', async () => {
    await pollProvider(connected.parts);
    connected.bank.seen = [];
    let passed = () => {};
    const gate = new Promise<void>((resolve) => {
      passed = resolve;
    });
    const slow: PaymentProvider = {
      ...connected.provider,
      notices: {
        ...connected.provider.notices,
        async *list(from, to) {
          await gate;
          yield* connected.provider.notices.list(from, to);
        },
      },
    };
    const first = pollProvider({ ...connected.parts, provider: slow });
    await expect.poll(locks).toBe(1);
    await pollProvider(connected.parts);
    expect(connected.bank.seen).toEqual([]);
    passed();
    await first;
    expect(connected.bank.seen).not.toEqual([]);
  });
});

async function locks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = 7420014`.execute(connected.app.db);
  return rows[0]?.count ?? 0;
}

describe('an unavailable bank', () => {
  it('when it is asked about a notice is asked again, and the reservation stands', async () => {
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    connected.bank.system.condition = 'closed';
    const { endToEndId } = paid();
    await expect(confirmPayment(connected.parts, endToEndId)).rejects.toThrow(ProviderUnavailable);
    await expect(pollProvider(connected.parts)).rejects.toThrow(ProviderUnavailable);
    expect((await reservation.shown()).state).toBe('held');
    connected.bank.system.condition = 'open';
    await backAgain();
    await confirmPayment(connected.parts, endToEndId);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });

  it('leaves a charge without a code until it is back', async () => {
    connected.bank.system.condition = 'failing';
    const { txid, payload } = await reservation.openCharge();
    expect(payload).toBeNull();
    connected.bank.system.condition = 'open';
    await backAgain();
    await synchronizeCharges(connected.parts, undefined, AT_ONCE);
    expect((await reservation.shown()).charge.payload).toBe(connected.bank.system.accounts.charges.get(txid)?.payload);
  });

  it("for long gives way to the operator's own key, and its charge is withdrawn when it is back", async () => {
    await connected.app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
    connected.bank.system.condition = 'closed';
    const { txid } = await reservation.openCharge();
    await synchronizeCharges(connected.parts, undefined, { ...AT_ONCE, lateS: 0 });
    expect((await reservation.shown()).charge).toMatchObject({
      method: 'static_pix',
      state: 'open',
      amountCents: DEPOSIT,
    });
    connected.bank.system.condition = 'open';
    await backAgain();
    await synchronizeCharges(connected.parts, undefined, AT_ONCE);
    const { provider_state } = await connected.app.db
      .selectFrom('charges')
      .select('provider_state')
      .where('reference', '=', txid)
      .executeTakeFirstOrThrow();
    expect(provider_state).toBe('withdrawn');
    await connected.app.db.updateTable('operator').set({ pix_key: '' }).execute();
  });
});

describe('a charge', () => {
  it('that ended is withdrawn at the bank', async () => {
    const { txid } = await reservation.openCharge();
    await call(connected.app, 'POST', `/api/reservations/${reservation.id}/cancel`, { token: reservation.payer.token });
    await synchronizeCharges(connected.parts, undefined, AT_ONCE);
    expect(connected.bank.system.accounts.charges.get(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  it('is registered at the bank by one of several processes', async () => {
    connected.bank.system.condition = 'failing';
    await reservation.openCharge();
    connected.bank.system.condition = 'open';
    await backAgain();
    connected.bank.seen = [];
    await connected.app.db
      .updateTable('charges')
      .set({ updated_at: new Date(Date.now() - 60_000) })
      .execute();
    await Promise.all(Array.from({ length: 4 }, () => synchronizeCharges(connected.parts)));
    expect(connected.bank.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
});
