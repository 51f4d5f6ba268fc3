import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { refundsOf } from '../../../../test/pix.ts';
import { workNotices } from '../../../../test/work-queues.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { releaseOverdue } from '../../reservations/index.ts';
import { pollProvider } from '../provider/poll-provider.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;
const DAY_MS = 86_400_000;
const soon = { timeout: 30_000, interval: 50 };

let connected: Awaited<ReturnType<typeof connectBank>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  await workNotices(connected.parts);
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
});
afterAll(() => connected.close());
beforeEach(async () => {
  connected.bank.forget();
  await setPrice(0);
  reservation = await reservationToPay(connected.app);
});

const { setPrice, paidPix, dispute, returnInApp, pollAtNight, tasks, check, emailsOf } = {
  setPrice: (pix_permille: number) => connected.app.db.updateTable('operator').set({ pix_permille }).execute(),
  /** The reservation is paid, `days` ago; the Pix as the bank has it. */
  async paidPix(purpose: 'deposit' | 'full' = 'deposit', days = 0) {
    const charge = await reservation.openCharge(purpose);
    const valor = (charge.amountCents / 100).toFixed(2);
    await connected.pay(charge.txid, { valor, aviso: 'lost' });
    await pollProvider(connected.parts);
    const [entry] = await reservation.entries();
    const pix = connected.bank.system.accounts.pix.get(entry?.reference ?? '');
    if (!pix) throw new Error('nothing was paid');
    pix.at -= days * DAY_MS;
    return pix;
  },
  async dispute({ endToEndId }: { endToEndId: string }, cents: number, form: Record<string, string> = {}) {
    const body = { valor: (cents / 100).toFixed(2), aviso: 'lost', ...form };
    expect(await connected.bank.press(`/contestar/${endToEndId}`, body)).toBe(`/pix/${endToEndId}`);
  },
  async returnInApp({ endToEndId }: { endToEndId: string }, cents: number) {
    await connected.bank.press(`/devolver/${endToEndId}`, { valor: (cents / 100).toFixed(2) });
    connected.bank.system.accounts.skewMs += 60_000;
  },
  async pollAtNight() {
    await sql`update provider_polls set week_at = week_at - interval '1 day'`.execute(connected.app.db);
    await pollProvider(connected.parts);
  },
  tasks: async () =>
    (await call(connected.app, 'GET', '/api/payments/unmatched', { token })).body.chargebacks.filter(
      (one: { reservation: { id: string } }) => one.reservation.id === reservation.id,
    ),
  check: (id: string) => call(connected.app, 'POST', `/api/payments/chargebacks/${id}/check`, { token, body: {} }),
  emailsOf: async (kind: string) =>
    connected.app.db
      .selectFrom('reservation_emails')
      .select('recipient')
      .where('reservation_id', '=', reservation.id)
      .where('kind', '=', kind)
      .execute(),
};

/** Asks about a Pix as a notice of the bank does. */
const notice = (endToEndId: string) =>
  fetch(`${connected.webhookUrl}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [{ endToEndId }] }),
  });
const dayAfter = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

describe('a return by the bank', () => {
  it.each([0, 6, 8, 30, 89, 300])('of a Pix of %i days ago is recorded by its notice', async (days) => {
    const pix = await paidPix('full', days);
    await returnInApp(pix, 3_000);
    expect((await notice(pix.endToEndId)).status).toBe(200);
    await expect.poll(reservation.amounts, soon).toEqual([TOTAL, 3_000]);
    await notice(pix.endToEndId);
    await pollAtNight();
    expect(await reservation.amounts()).toEqual([TOTAL, 3_000]);
  });

  it.each([1, 8, 45, 95])('of a Pix of %i days ago is found in the night without a notice', async (days) => {
    const pix = await paidPix('full', days);
    await returnInApp(pix, 3_000);
    connected.bank.seen = [];
    await pollAtNight();
    expect(await reservation.amounts()).toEqual([TOTAL, 3_000]);
    // However many were paid, the nights cost the same.
    expect(connected.bank.seen.length).toBeLessThan(130);
  });

  it('of a Pix of long ago that we do not know is none of ours', async () => {
    await connected.bank.press('/avulso', { valor: '80,00', nome: 'João', aviso: 'lost' });
    const [pix] = [...connected.bank.system.accounts.pix.values()].slice(-1);
    if (!pix) throw new Error('nothing was paid');
    pix.at -= 40 * DAY_MS;
    await returnInApp(pix, 1_000);
    await pollAtNight();
    const known = connected.app.db
      .selectFrom('unmatched_payments')
      .select('id')
      .where('reference', '=', pix.endToEndId);
    expect(await known.execute()).toEqual([]);
  });

  it('that is more than what is left of the payment is a task for staff, once, and never sent again', async () => {
    const pix = await paidPix();
    const path = `/api/reservations/${reservation.id}/payments`;
    const byHand = { kind: 'refund', method: 'pix', amountCents: 4_000 };
    expect((await call(connected.app, 'POST', path, { token, body: byHand })).status).toBe(201);
    await returnInApp(pix, 5_000);
    await notice(pix.endToEndId);
    await expect.poll(tasks, soon).toMatchObject([{ kind: 'unfit', amountCents: 5_000, recordedCents: 0 }]);
    await pollAtNight();
    const [task, ...others] = await tasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({ answerBy: null, reservation: { id: reservation.id } });
    expect(await reservation.amounts()).toEqual([DEPOSIT, 4_000]);
    expect(await emailsOf('chargebackForStaff')).not.toEqual([]);
    expect((await check(task.id)).status).toBe(200);
    expect((await check(task.id)).status).toBe(404);
    // Money that comes later is not that which went back.
    await call(connected.app, 'POST', path, { token, body: { kind: 'balance', method: 'cash', amountCents: 9_000 } });
    await pollAtNight();
    expect(await tasks()).toEqual([]);
    expect(await reservation.amounts()).toEqual([DEPOSIT, 4_000, 9_000]);
    expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
  });
});

describe('a Pix that its payer disputes', () => {
  it.each([
    ['MED_FRAUDE', 'med_fraud'],
    ['MED_OPERACIONAL', 'med_operational'],
  ])(
    'by %s is taken back once, leaves the reservation booked, and is a task with a deadline',
    async (natureza, kind) => {
      const pix = await paidPix('deposit', 20);
      await dispute(pix, DEPOSIT, { natureza, aviso: 'twice' });
      await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT, DEPOSIT]);
      await Promise.all([notice(pix.endToEndId), pollAtNight()]);
      expect(await reservation.entries()).toMatchObject([
        { kind: 'deposit', direction: 'in' },
        { kind: 'chargeback', direction: 'out', method: 'pix', reference: pix.refunds[0]?.rtrId },
      ]);
      expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: 0, refund: null });
      expect(await tasks()).toMatchObject([
        {
          ...{ kind, amountCents: DEPOSIT, recordedCents: DEPOSIT },
          ...{ answerBy: dayAfter(7), decisionBy: dayAfter(11) },
        },
      ]);
      expect(await refundsOf(connected.app, reservation.id)).toEqual([]);
      expect(await emailsOf('refundPaid')).toEqual([]);
      expect(await emailsOf('chargeback')).toEqual([]);
      expect(await emailsOf('chargebackForStaff')).not.toEqual([]);
      const todo = (await call(connected.app, 'GET', '/api/payments/to-do', { token })).body.unmatched;
      const [task] = await tasks();
      expect((await check(task.id)).status).toBe(200);
      expect((await call(connected.app, 'GET', '/api/payments/to-do', { token })).body.unmatched).toBe(todo - 1);
      expect((await reservation.shown()).state).toBe('booked');
      expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
    },
  );

  it('is not cancelled by an overdue instalment until staff has decided', async () => {
    const { db } = connected.app;
    const pix = await paidPix();
    await dispute(pix, DEPOSIT);
    await pollProvider(connected.parts);
    const dueAt = new Date(Date.now() - 40 * DAY_MS).toISOString();
    const dueOn = dueAt.slice(0, 10);
    const instalments = JSON.stringify([{ dueOn, dueAt, cents: TOTAL - DEPOSIT }]);
    const reminded = {
      instalment_reminder: `${dueOn} overdue`,
      instalment_reminded_at: new Date(Date.now() - 2 * DAY_MS),
    };
    await db.updateTable('operator').set({ releases_overdue: true, overdue_release_days: 3 }).execute();
    await db
      .updateTable('reservations')
      .set({ instalments, ...reminded })
      .where('id', '=', reservation.id)
      .execute();
    await releaseOverdue(connected.parts);
    expect((await reservation.shown()).state).toBe('booked');
    await check((await tasks())[0].id);
    await releaseOverdue(connected.parts);
    expect((await reservation.shown()).state).toBe('cancelled');
    await db.updateTable('operator').set({ releases_overdue: false }).execute();
  });

  it('in parts is a task for each, and the discount of the Pix ends with the last', async () => {
    await setPrice(-50);
    const pix = await paidPix('full');
    expect(await reservation.shown()).toMatchObject({ totalCents: 17_955, dueCents: 0 });
    await dispute(pix, 10_000);
    await pollProvider(connected.parts);
    expect(await reservation.shown()).toMatchObject({ state: 'booked', totalCents: 17_955, receivedCents: 7_955 });
    await dispute(pix, 7_955);
    await pollProvider(connected.parts);
    expect(await reservation.shown()).toMatchObject({ totalCents: TOTAL, receivedCents: 0, dueCents: TOTAL });
    expect(await tasks()).toMatchObject([{ amountCents: 10_000 }, { amountCents: 7_955 }]);
    const slips = await call(connected.app, 'GET', `/api/reservations/${reservation.id}/payments`, { token });
    expect(slips.body.data).toHaveLength(3);
    expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('ends the discount with its rest, where a part was returned before', async () => {
    await setPrice(-50);
    const pix = await paidPix('full');
    await returnInApp(pix, 7_955);
    await pollProvider(connected.parts);
    await dispute(pix, 10_000);
    await pollProvider(connected.parts);
    expect(await reservation.shown()).toMatchObject({ totalCents: TOTAL, receivedCents: 0 });
    expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('is a task also where nothing of it is left, or less than the bank takes', async () => {
    const path = `/api/reservations/${reservation.id}/payments`;
    for (const [givenBack, recordedCents] of [
      [DEPOSIT, 0],
      [1_670, 4_000],
    ] as const) {
      reservation = await reservationToPay(connected.app);
      const pix = await paidPix();
      const body = { kind: 'refund', method: 'cash', amountCents: givenBack };
      const ofReservation = path.replace(/reservations\/[^/]+/, `reservations/${reservation.id}`);
      expect((await call(connected.app, 'POST', ofReservation, { token, body })).status).toBe(201);
      await dispute(pix, DEPOSIT);
      await pollProvider(connected.parts);
      await pollProvider(connected.parts);
      expect(await tasks()).toMatchObject([{ kind: 'med_fraud', amountCents: DEPOSIT, recordedCents }]);
      expect((await reservation.shown()).receivedCents).toBe(0);
    }
    expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('leaves the trip less than nothing by Pix, once staff has put its payment right', async () => {
    const pix = await paidPix();
    const path = `/api/reservations/${reservation.id}/payments`;
    const cash = { kind: 'balance', method: 'cash', amountCents: 3_000 };
    expect((await call(connected.app, 'POST', path, { token, body: cash })).status).toBe(201);
    await dispute(pix, 1_000);
    await pollProvider(connected.parts);
    const paid = (await reservation.entries()).find(({ reference }) => reference === pix.endToEndId);
    const reversal = `${path}/${paid?.id}/reversal`;
    expect((await call(connected.app, 'POST', reversal, { token, body: { reason: 'De outra reserva' } })).status).toBe(
      201,
    );
    const admin = await createPerson(connected.app, 'ADMIN');
    const money = await call(connected.app, 'GET', `/api/trips/${reservation.trip.id}/money`, admin);
    expect(money.body).toMatchObject({ receivedCents: 2_000, toRefundCents: 0 });
    expect(money.body.methods).toEqual([
      { method: 'cash', inCents: 3_000, outCents: 0, entries: 1 },
      { method: 'pix', inCents: -1_000, outCents: 0, entries: 3 },
    ]);
  });

  it('while the bank is at it is a task already, and is recorded once it is done', async () => {
    const pix = await paidPix();
    await dispute(pix, DEPOSIT);
    const [refund] = pix.refunds;
    if (!refund) throw new Error('nothing is disputed');
    const { dispute: natureza } = refund;
    const { provider, parts } = connected;
    const withState = (status: string) => ({
      ...provider,
      notices: {
        ...provider.notices,
        async *list(...args: Parameters<typeof provider.notices.list>) {
          for await (const one of provider.notices.list(...args)) {
            if ('unreadable' in one || 'inReview' in one) continue;
            const refunds = one.refunds?.map((each) => ({ ...each, state: status as 'sent' | 'paid' }));
            yield { ...one, ...(refunds && { refunds }) };
          }
        },
      },
    });
    expect(natureza).toBe('MED_FRAUDE');
    await pollProvider({ ...parts, provider: withState('sent') });
    expect(await tasks()).toMatchObject([{ amountCents: DEPOSIT, recordedCents: 0 }]);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    await check((await tasks())[0].id);
    await pollProvider({ ...parts, provider: withState('sent') });
    expect(await tasks()).toEqual([]);
    await pollProvider({ ...parts, provider: withState('paid') });
    expect(await reservation.amounts()).toEqual([DEPOSIT, DEPOSIT]);
    expect(await tasks()).toMatchObject([{ recordedCents: DEPOSIT }]);
    expect(await emailsOf('chargebackForStaff')).not.toEqual([]);
  });

  it('is cancelled by staff without a refund of what the bank has taken', async () => {
    const pix = await paidPix();
    await dispute(pix, DEPOSIT);
    await pollProvider(connected.parts);
    const path = `/api/reservations/${reservation.id}/cancellation`;
    await call(connected.app, 'POST', path, { token, body: { reason: 'Pix contestado' } });
    expect(await reservation.shown()).toMatchObject({ state: 'cancelled', refund: null });
    expect(await findFaults(connected.app.db, [reservation.trip.id])).toEqual([]);
  });
});
