import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, buildTestAppWithJobs, type TestApp } from '../../../../test/app.ts';
import { connectBank, reservationToPay, WEBHOOK_SECRET } from '../../../../test/banks/connected-bank.ts';
import { createFamily } from '../../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../../test/pix.ts';
import { workNotices } from '../../../../test/work-queues.ts';
import { confirmPayment } from './confirm-payments.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const DEPOSIT = 5_670;
const soon = { timeout: 30_000, interval: 50 };

let connected: Awaited<ReturnType<typeof connectBank>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
beforeAll(async () => {
  connected = await connectBank();
  await workNotices(connected.parts);
});
afterAll(() => connected.close());
beforeEach(async () => {
  connected.bank.forget();
  reservation = await reservationToPay(connected.app);
});

const notice = (body: unknown, url = connected.webhookUrl) =>
  fetch(`${url}/pix`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const paidId = () => [...connected.bank.system.accounts.pix.keys()][0] ?? '';

describe('a Pix of a notice', () => {
  it('confirms the reservation by itself, recorded by the provider with payer and end-to-end id', async () => {
    const { txid, payload } = await reservation.openCharge();
    expect(connected.bank.system.accounts.charges.get(txid)).toMatchObject({ payload, amountCents: DEPOSIT });
    expect(await connected.bank.press('/codigo', { codigo: payload })).toBe(`/pagar/${txid}`);
    expect(await connected.pay(txid)).toMatch(/^\/pix\/E/);

    await expect.poll(async () => (await reservation.shown()).state, soon).toBe('booked');
    expect(await reservation.entries()).toMatchObject([
      {
        amount_cents: DEPOSIT,
        provider: 'pix',
        reference: paidId(),
        payer_name: 'Maria da Silva',
        recorded_via: 'provider',
      },
    ]);
    expect((await reservation.shown()).charge).toBeNull();
  });

  it('counts once when two notices name it, many at the same time, and the poll finds it too', async () => {
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'twice' });
    const endToEndId = paidId();
    await Promise.all([
      ...Array.from({ length: 6 }, () => confirmPayment(connected.parts, endToEndId)),
      pollProvider(connected.parts),
      notice({ pix: [{ endToEndId }, { endToEndId }] }),
    ]);
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
    await pollProvider(connected.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });

  it('of another amount leaves the rest due, and the rest confirms it, whichever is notified first', async () => {
    const { txid } = await reservation.openCharge();
    await connected.pay(txid, { valor: '20,00', aviso: 'delayed' });
    await connected.pay(txid, { valor: '36,70', aviso: 'delayed' });
    await connected.bank.press('/avisos', {});
    await expect.poll(async () => (await reservation.amounts()).toSorted(), soon).toEqual([2_000, 3_670]);
    expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: DEPOSIT });
  });

  it('paid in double is kept, and what is too much is to be refunded', async () => {
    const { txid } = await reservation.openCharge('full');
    await connected.pay(txid, { valor: '189,00', vezes: '2' });
    await expect.poll(reservation.amounts, soon).toEqual([18_900, 18_900]);
    expect((await reservation.shown()).refund).toMatchObject({ amountCents: 18_900, state: 'due', reason: 'overpaid' });
  });

  it('that comes late finds its reservation: reinstated, because there are places', async () => {
    const { txid } = await reservation.openCharge();
    await connected.app.db
      .updateTable('reservations')
      .set({ state: 'expired' })
      .where('id', '=', reservation.id)
      .execute();
    await connected.pay(txid);
    await expect.poll(async () => (await reservation.shown()).state, soon).toBe('booked');
  });

  it('without a charge that we know waits for staff', async () => {
    await connected.bank.press('/avulso', { valor: '10,00', nome: 'João' });
    const endToEndId = paidId();
    const waiting = () =>
      connected.app.db.selectFrom('unmatched_payments').selectAll().where('reference', '=', endToEndId).execute();
    await expect.poll(waiting, soon).toMatchObject([{ amount_cents: 1_000, payer_name: 'João', state: 'waiting' }]);
  });
});

describe('a notice that is not to be believed', () => {
  it('of a Pix that never came changes nothing and is logged', async () => {
    const { txid } = await reservation.openCharge();
    const endToEndId = `E${'0'.repeat(20)}forged00001`;
    const forged = { endToEndId, txid, valor: '56.70', horario: new Date().toISOString() };
    expect((await notice({ pix: [forged] })).status).toBe(200);
    await expect.poll(() => connected.app.log.some((line) => line.reference === endToEndId), soon).toBe(true);
    expect(await reservation.entries()).toEqual([]);
    expect((await reservation.shown()).state).toBe('held');
  });

  it('with another amount than the bank reports counts as the bank reports it', async () => {
    const { txid } = await reservation.openCharge();
    await connected.pay(txid, { valor: '0,01', aviso: 'lost' });
    await notice({ pix: [{ endToEndId: paidId(), txid, valor: '9999.00' }] });
    await expect.poll(reservation.amounts, soon).toEqual([1]);
  });

  it('without the secret, too long or of another form is no notice', async () => {
    expect((await notice({ pix: [] }, `${connected.app.url}/webhooks/pix/${'x'.repeat(37)}`)).status).toBe(404);
    expect((await notice({ pix: 'x'.repeat(70_000) })).status).toBe(413);
    const before = await queued();
    for (const body of [{}, { evento: 'teste_webhook' }, { pix: [{}, { endToEndId: "'; drop" }, null] }, []]) {
      expect((await notice(body)).status).toBe(200);
    }
    expect((await fetch(connected.webhookUrl, { method: 'POST' })).status).toBe(200);
    expect(await queued()).toBe(before);
    expect(JSON.stringify(connected.app.log)).not.toContain(WEBHOOK_SECRET);
  });

  it('is read by POST and as JSON alone, however deep it is', async () => {
    const before = await queued();
    const send = (method: string, type: string, body?: string) =>
      fetch(`${connected.webhookUrl}/pix`, { method, headers: { 'content-type': type }, ...(body && { body }) });
    const json = 'application/json';
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await send(method, json)).status).toBe(404);
    const real = JSON.stringify({ pix: [{ endToEndId: `E${'0'.repeat(20)}typed000001` }] });
    expect((await send('POST', 'application/xml', real)).status).toBe(415);
    expect((await send('POST', 'application/x-www-form-urlencoded', `pix=${real}`)).status).toBe(415);
    const deep = `{"pix":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect((await send('POST', json, deep)).status).toBe(200);
    expect((await send('POST', json, '{"pix":[{"__proto__":{"endToEndId":"E1"}}]}')).status).toBe(400);
    expect((await send('POST', json, '{"pix":[')).status).toBe(400);
    expect(await queued()).toBe(before);
  });

  it('of thousands of Pix is one statement for the queue, each id once', async () => {
    const { jobs } = connected.parts;
    const asked: number[] = [];
    const counting = await buildTestApp({
      deps: () => ({
        providers: connected.parts.providers,
        pixWebhookSecret: WEBHOOK_SECRET,
        jobs: { ...jobs, enqueueAll: async (_, queued) => void asked.push(queued.length) },
      }),
    });
    const url = `${counting.url}/webhooks/pix/${WEBHOOK_SECRET}`;
    const pix = Array.from({ length: 2_800 }, (_, index) => ({ endToEndId: `E${index % 1_400}` }));
    expect((await notice({ pix }, url)).status).toBe(200);
    expect((await notice({ pix: [...pix, ...pix] }, url)).status).toBe(413);
    expect(asked).toEqual([1_400]);
    await counting.close();
  });

  it('fills the queue up to a limit only, then is refused; what waits is not queued again, and what is known is asked about once', async () => {
    const full = await buildTestAppWithJobs({
      deps: () => ({ providers: connected.parts.providers, pixWebhookSecret: WEBHOOK_SECRET }),
    });
    const send = (ids: string[]) =>
      notice({ pix: ids.map((endToEndId) => ({ endToEndId })) }, `${full.url}/webhooks/pix/${WEBHOOK_SECRET}`);
    const waiting = () => queued(full);
    const { payer, ...family } = await createFamily(full, { adult: 1 });
    const charge = await chargeOf(full, { ...family, payer }, 'deposit');
    const known = pixFor(charge);
    await recordReportedNow({ ...full.app.deps, publicUrl: '' }, known);

    await Promise.all(Array.from({ length: 20 }, () => send([known.reference])));
    expect(await waiting()).toBe(1);
    await sql`delete from pgboss.job where name = 'pix-notices'`.execute(full.db);
    const same = ids(1_000, 'same');
    await Promise.all(Array.from({ length: 10 }, () => send(same)));
    expect(await waiting()).toBe(1_000);

    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(ids(1_000, `n${index}`))));
    expect(await waiting()).toBe(5_000);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(26);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    await full.close();
  });

  it('is limited for strangers alone', async () => {
    const strict = await buildTestApp({
      config: { rateLimits: true },
      deps: () => ({ providers: connected.parts.providers, pixWebhookSecret: WEBHOOK_SECRET }),
    });
    const send = async (secret: string) => (await notice({ pix: [] }, `${strict.url}/webhooks/pix/${secret}`)).status;
    const strangers = await Promise.all(Array.from({ length: 30 }, () => send('wrong')));
    expect(strangers.filter((status) => status === 404)).toHaveLength(20);
    expect(strangers.filter((status) => status === 429)).toHaveLength(10);
    expect(new Set(await Promise.all(Array.from({ length: 200 }, () => send(WEBHOOK_SECRET))))).toEqual(new Set([200]));
    await strict.close();
  });
});

function ids(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `E${prefix}${String(index).padStart(10, '0')}`);
}

async function queued({ db }: TestApp = connected.app): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where name = 'pix-notices'`.execute(db);
  return rows[0]?.count ?? 0;
}
