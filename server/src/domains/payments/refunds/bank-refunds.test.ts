import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { pixFor, refundsOf } from '../../../../test/pix.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { ProviderRefused } from '../../../ports/payments/port.ts';
import { pollProvider } from '../provider/poll-provider.ts';
import { recordReportedNow } from '../provider/record-reported.ts';
import { findRefund } from './refunds.queries.ts';
import { updateSentRefunds } from './send-refund.ts';

const DEPOSIT = 5_670;

let connected: Awaited<ReturnType<typeof connectBank>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
});
afterAll(() => connected.close());

const post = (path: string, body: object) => call(connected.app, 'POST', path, { token, body });
const send = async (id: string) => {
  const amountCents = (await findRefund(connected.app.db, id))?.amount_cents;
  return post(`/api/payments/refunds/${id}/payment`, { via: 'provider', amountCents });
};
const refundOf = (reservationId: string) =>
  connected.app.db
    .selectFrom('refunds')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();

it('a Pix that staff assigned goes back through the bank too', async () => {
  const reservation = await reservationToPay(connected.app);
  const pix = pixFor(undefined, { amountCents: DEPOSIT, payerName: 'ZECA' });
  expect(await recordReportedNow(connected.parts, pix)).toBe('unmatched');
  const { id: paymentId } = (await call(connected.app, 'GET', '/api/payments/unmatched', { token })).body.data[0];
  const { code } = await reservation.shown();
  expect((await post(`/api/payments/unmatched/${paymentId}/assignment`, { code })).status).toBe(200);
  await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });

  const listed = (await call(connected.app, 'GET', '/api/payments/refunds?state=open', { token })).body.data;
  const { id } = await refundOf(reservation.id);
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ throughProvider: true });
});

it('a refund that the bank has made is not taken back', async () => {
  const reservation = await reservationToPay(connected.app);
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
  await pollProvider(connected.parts);
  await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
  expect((await send((await refundOf(reservation.id)).id)).status).toBe(200);
  connected.bank.system.accounts.skewMs = 60_000;
  await updateSentRefunds(connected.parts);
  const entries = (await call(connected.app, 'GET', `/api/reservations/${reservation.id}/payments`, { token })).body
    .data;
  const refunded = entries.find(({ kind }: { kind: string }) => kind === 'refund');
  const reversal = await post(`/api/reservations/${reservation.id}/payments/${refunded?.id}/reversal`, {
    reason: 'Engano',
  });
  expect(reversal).toMatchObject({ status: 409, body: { code: 'ENTRY_OF_BANK' } });
  expect((await refundOf(reservation.id)).state).toBe('paid');
});

describe('what was returned in the own application of the bank', () => {
  const cancelledAndPaid = async () => {
    const reservation = await reservationToPay(connected.app);
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    await pollProvider(connected.parts);
    const [entry] = await reservation.entries();
    const pix = connected.bank.system.accounts.pix.get(entry?.reference ?? '');
    if (!pix) throw new Error('nothing was paid');
    return { reservation, pix };
  };
  const returnInApp = async ({ endToEndId }: { endToEndId: string }, cents: number) => {
    const returned = await connected.bank.press(`/devolver/${endToEndId}`, { valor: (cents / 100).toFixed(2) });
    expect(returned).toBe(`/pix/${endToEndId}`);
    connected.bank.system.accounts.skewMs += 60_000;
  };

  const dueOf = async ({ id }: { id: string }) =>
    (await call(connected.app, 'GET', '/api/payments/refunds?state=open&size=100', { token })).body.data.filter(
      (one: { reservation: { id: string } }) => one.reservation.id === id,
    );
  /** Staff has a refund sent while the bank answers only that it knows the Pix. */
  const sendInVain = async (id: string) => {
    const { system } = connected.bank;
    connected.bank.onCall = ({ method, route }) => {
      if (method === 'GET' && route === '/pix/:e2eid') system.condition = 'closed';
    };
    expect(await send(id)).toMatchObject({ status: 200, body: { state: 'sent' } });
    Object.assign(connected.bank, { onCall: () => undefined });
    system.condition = 'open';
    const isBack = () => connected.provider.find('E0').catch(() => 'away');
    await expect.poll(isBack, { timeout: 30_000, interval: 50 }).toBeUndefined();
  };

  it('while a refund waited for the bank is not sent once more', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
    await sendInVain((await refundOf(reservation.id)).id);
    await returnInApp(pix, DEPOSIT);
    await updateSentRefunds(connected.parts);
    expect(pix.refunds).toHaveLength(1);
    expect(await reservation.amounts()).toEqual([DEPOSIT, DEPOSIT]);
    expect(await dueOf(reservation)).toEqual([]);
  });

  it('is not sent once more either where the Pix has money for both, in whatever order the bank is asked', async () => {
    for (const asksFirst of [pollProvider, updateSentRefunds]) {
      const reservation = await reservationToPay(connected.app);
      await connected.pay((await reservation.openCharge('full')).txid, { valor: '300,00', aviso: 'lost' });
      await pollProvider(connected.parts);
      const [entry] = await reservation.entries();
      const pix = connected.bank.system.accounts.pix.get(entry?.reference ?? '');
      if (!pix) throw new Error('nothing was paid');
      await sendInVain((await refundOf(reservation.id)).id);
      await returnInApp(pix, 11_100);
      await asksFirst(connected.parts);
      await updateSentRefunds(connected.parts);
      await pollProvider(connected.parts);
      expect(pix.refunds).toHaveLength(1);
      expect(await reservation.amounts()).toEqual([30_000, 11_100]);
      expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: 18_900 });
      expect(await dueOf(reservation)).toEqual([]);
    }
  });

  it('twice, but recorded once by staff, is recorded once more', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await returnInApp(pix, 1_000);
    await returnInApp(pix, 1_000);
    expect(await connected.bank.press(`/devolver/${pix.endToEndId}`, { valor: '36,71' })).toBe('400');
    await post(`/api/reservations/${reservation.id}/payments`, { kind: 'refund', method: 'pix', amountCents: 1_000 });
    await pollProvider(connected.parts);
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT, 1_000, 1_000]);
  });

  it('of a Pix of long ago is found in the night, where its refund is due', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
    pix.at -= 60 * 86_400_000;
    await returnInApp(pix, DEPOSIT);
    await pollProvider(connected.parts);
    expect(await dueOf(reservation)).toHaveLength(1);
    await sql`update provider_polls set week_at = week_at - interval '1 day'`.execute(connected.app.db);
    await pollProvider(connected.parts);
    expect(await dueOf(reservation)).toEqual([]);
    expect(await reservation.amounts()).toEqual([DEPOSIT, DEPOSIT]);
  });

  it('of a Pix of nobody is shown to staff, who decides whose it is', async () => {
    await connected.bank.press('/avulso', { valor: '80,00', nome: 'João' });
    const [pix] = [...connected.bank.system.accounts.pix.values()].slice(-1);
    if (!pix) throw new Error('nothing was paid');
    await pollProvider(connected.parts);
    const shown = async () => {
      const { data } = (await call(connected.app, 'GET', '/api/payments/unmatched?size=100', { token })).body;
      return data.find((one: { endToEndId: string }) => one.endToEndId === pix.endToEndId);
    };
    for (const [cents, total] of [
      [3_000, '30,00'],
      [5_000, '80,00'],
    ] as const) {
      await returnInApp(pix, cents);
      await pollProvider(connected.parts);
      await pollProvider(connected.parts);
      expect((await shown()).description).toBe(`Já foram devolvidos R$\u00a0${total} deste pagamento.`);
    }
    const reservation = await reservationToPay(connected.app);
    const { code } = await reservation.shown();
    expect((await post(`/api/payments/unmatched/${(await shown()).id}/assignment`, { code })).status).toBe(200);
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([8_000, 3_000, 5_000]);
  });

  it('counts once, however many ask the bank at once', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
    const { id } = await refundOf(reservation.id);
    await returnInApp(pix, DEPOSIT);
    const answers = await Promise.all([send(id), send(id), send(id), pollProvider(connected.parts)]);
    for (const answer of answers) if (answer) expect(answer.status).toBe(409);
    expect(await reservation.amounts()).toEqual([DEPOSIT, DEPOSIT]);
  });

  it('is recorded instead of being sent once more', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
    const { id } = await refundOf(reservation.id);
    await returnInApp(pix, DEPOSIT);

    expect(await send(id)).toMatchObject({ status: 409, body: { code: 'REFUND_MADE_AT_BANK' } });
    expect(await refundOf(reservation.id)).toMatchObject({ id, state: 'paid' });
    expect((await reservation.entries()).at(-1)).toMatchObject({
      ...{ kind: 'refund', amount_cents: DEPOSIT, recorded_via: 'provider', reference: pix.refunds[0]?.rtrId },
    });
    expect((await send(id)).status).toBe(409);
    await pollProvider(connected.parts);
    expect(pix.refunds).toHaveLength(1);
    expect(await reservation.amounts()).toEqual([DEPOSIT, DEPOSIT]);
  });

  it('in part leaves the rest to be sent', async () => {
    const { reservation, pix } = await cancelledAndPaid();
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
    await returnInApp(pix, 1_000);
    const { id } = await refundOf(reservation.id);
    expect((await send(id)).body.code).toBe('REFUND_MADE_AT_BANK');
    const due = (await call(connected.app, 'GET', '/api/payments/refunds?state=open', { token })).body.data;
    const rest = due.find((one: { reservation: { id: string } }) => one.reservation.id === reservation.id);
    expect(rest.amountCents).toBe(DEPOSIT - 1_000);
    expect((await send(rest.id)).status).toBe(200);
    connected.bank.system.accounts.skewMs += 60_000;
    await updateSentRefunds(connected.parts);
    expect(pix.refunds.map(({ amountCents }) => amountCents)).toEqual([1_000, DEPOSIT - 1_000]);
    expect(await reservation.amounts()).toEqual([DEPOSIT, 1_000, DEPOSIT - 1_000]);
  });

  it('is found when the bank is asked, also where nothing was due, and not beside what staff recorded', async () => {
    const [{ reservation, pix }, byHand] = [await cancelledAndPaid(), await cancelledAndPaid()];
    await returnInApp(pix, 2_000);
    await returnInApp(byHand.pix, 3_000);
    await post(`/api/reservations/${byHand.reservation.id}/payments`, {
      ...{ kind: 'refund', method: 'pix', amountCents: 3_000 },
    });
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT, 2_000]);
    expect(await byHand.reservation.amounts()).toEqual([DEPOSIT, 3_000]);
  });
});

it('whatever staff, the bank and its application do in whatever order, money goes back once and as the ledger says', async () => {
  const { bank, parts, app } = connected;
  const { system } = bank;
  const owed = 11_100;
  const ignore = () => undefined;
  const names = ['send', 'sendInVain', 'app', 'part', 'away', 'back', 'poll', 'update', 'later'] as const;
  const run = async (steps: (typeof names)[number][]) => {
    const reservation = await reservationToPay(app);
    await connected.pay((await reservation.openCharge('full')).txid, { valor: '300,00', aviso: 'lost' });
    await pollProvider(parts);
    const [entry] = await reservation.entries();
    const pix = system.accounts.pix.get(entry?.reference ?? '');
    if (!pix) throw new Error('nothing was paid');
    const returned = () => 30_000 - system.accounts.leftOf(pix);
    const returnInApp = async (most: number) => {
      const cents = Math.min(most, owed - returned());
      // What is on its way by Passeio nobody returns in the application too.
      const isOnItsWay = pix.refunds.some(({ id }) => !id.startsWith('APP'));
      if (!isOnItsWay && cents > 0)
        await bank.press(`/devolver/${pix.endToEndId}`, { valor: (cents / 100).toFixed(2) });
    };
    const sendDue = async () => {
      const due = await app.db
        .selectFrom('refunds')
        .select('id')
        .where('reservation_id', '=', reservation.id)
        .where('state', '=', 'due')
        .executeTakeFirst();
      if (due) await send(due.id);
    };
    const sendInVain = async () => {
      bank.onCall = ({ method, route }) => {
        if (method === 'GET' && route === '/pix/:e2eid') system.condition = 'closed';
      };
      await sendDue();
      bank.onCall = ignore;
    };
    const acts = {
      send: sendDue,
      sendInVain,
      app: () => returnInApp(owed),
      part: () => returnInApp(1_000),
      away: async () => {
        system.condition = 'closed';
      },
      back: async () => {
        system.condition = 'open';
      },
      poll: () => pollProvider(parts).catch(ignore),
      update: () => updateSentRefunds(parts),
      later: async () => {
        system.accounts.skewMs += 10_000;
      },
    };
    for (const step of steps) await acts[step]();
    system.condition = 'open';
    const isBack = () => connected.provider.find('E0').catch(() => 'away');
    await expect.poll(isBack, { timeout: 30_000, interval: 50 }).toBeUndefined();
    await updateSentRefunds(parts);
    system.accounts.skewMs += 10_000;
    await updateSentRefunds(parts);
    await pollProvider(parts);
    const entries = (await reservation.entries()).filter(({ kind }) => kind === 'refund');
    expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(returned());
    expect(returned()).toBeLessThanOrEqual(owed);
    expect(await findFaults(app.db, [reservation.trip.id])).toEqual([]);
  };
  const steps = fc.array(fc.constantFrom(...names), { maxLength: 10 });
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: 8, examples: [[['sendInVain', 'app']]] });
});

it.each([
  ['is no longer owed is not due again', 18_900, []],
  ['is owed with more by then is due with it', -1_000, [12_100]],
])('a refund that the bank refuses and that %s', async (_, amountCents, due) => {
  const { parts, provider } = connected;
  const reservation = await reservationToPay(connected.app);
  await connected.pay((await reservation.openCharge('full')).txid, { valor: '300,00', aviso: 'lost' });
  await pollProvider(parts);
  const { refund } = provider;
  provider.refund = async () => {
    // The total changes while the bank thinks about it.
    const adjusted = await post(`/api/reservations/${reservation.id}/adjustments`, { amountCents, reason: 'Mudou' });
    expect(adjusted.status).toBe(201);
    throw new ProviderRefused('the account has no money');
  };
  await send((await refundOf(reservation.id)).id);
  provider.refund = refund;
  const rows = await refundsOf(connected.app, reservation.id);
  expect(rows.map(({ state, amount_cents }) => [state, amount_cents])).toEqual(due.map((cents) => ['due', cents]));
  expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
});

it('a Pix that the bank confirmed waits for staff once it is reversed, whenever that is', async () => {
  const reservation = await reservationToPay(connected.app);
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
  await pollProvider(connected.parts);
  const [entry] = await reservation.entries();
  await sql`update provider_polls set polled_until = now() + interval '1 day'`.execute(connected.app.db);
  const reversal = `/api/reservations/${reservation.id}/payments/${entry?.id}/reversal`;
  expect((await post(reversal, { reason: 'De outra pessoa' })).status).toBe(201);

  const waiting = async () => (await call(connected.app, 'GET', '/api/payments/unmatched', { token })).body.data;
  const [pix] = (await waiting()).filter((one: { endToEndId: string }) => one.endToEndId === entry?.reference);
  expect(pix.description).toContain('foi estornado');
  const other = await reservationToPay(connected.app);
  const { code } = await other.shown();
  expect((await post(`/api/payments/unmatched/${pix.id}/assignment`, { code })).status).toBe(200);
  expect(await other.amounts()).toEqual([DEPOSIT]);

  const [assigned] = await other.entries();
  await post(`/api/reservations/${other.id}/payments/${assigned?.id}/reversal`, { reason: 'Também não' });
  expect((await waiting()).map(({ id }: { id: string }) => id)).toContain(pix.id);
});
