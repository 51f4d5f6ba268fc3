import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderUnavailable } from '../../src/ports/payments/port.ts';
import { connectBank, pixEnvironment, reservationToPay, WEBHOOK_SECRET } from '../banks/connected-bank.ts';
import { call, createPerson, type Person } from '../factories.ts';
import { refundsOf } from '../pix.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const DEPOSIT = 5_670;
const soon = { timeout: 30_000, interval: 100 };
const twoSweeps = { timeout: 60_000, interval: 100 };

type ToPay = Awaited<ReturnType<typeof reservationToPay>>;

let connected: Awaited<ReturnType<typeof connectBank>>;
let server: ServerProcess;
let staff: Person;
beforeAll(async () => {
  connected = await connectBank();
  // Before anything is paid, so that the poll begins there.
  await connected.app.db
    .insertInto('provider_polls')
    .values({ provider: 'pix_api', polled_until: new Date() })
    .execute();
  staff = await createPerson(connected.app, 'OPERATOR');
  server = await start();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await connected.close();
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://reservas.exemplo.com.br',
    DATABASE_URL: connected.app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '0',
    ...pixEnvironment(connected.bank),
  });
  await started.untilReady();
  return started;
}

const post = (path: string, body: object) => call(connected.app, 'POST', `/api/${path}`, { token: staff.token, body });
const paidIds = () => [...connected.bank.system.accounts.pix.keys()];
const returned = (endToEndId: string) =>
  connected.bank.system.accounts.pix.get(endToEndId)?.refunds.map(({ amountCents }) => amountCents);
const notice = (endToEndId: string) =>
  fetch(`${server.url}/webhooks/pix/${WEBHOOK_SECRET}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [{ endToEndId }] }),
  });
const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(connected.app.db);
  return rows[0]?.count ?? 0;
};

// Without the job of the server that was killed, which stays active until it is known to be gone.
const unworked = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job
    where name = 'pix-notices' and state in ('created', 'retry')`.execute(connected.app.db);
  return rows[0]?.count ?? 0;
};

/** A charge that the bank could not create when it was opened, a minute ago. */
async function chargeWithoutCode(): Promise<string> {
  connected.bank.system.condition = 'closed';
  const { txid } = await (await reservationToPay(connected.app)).openCharge();
  connected.bank.system.condition = 'open';
  const updated_at = new Date(Date.now() - 60_000);
  await connected.app.db.updateTable('charges').set({ updated_at }).where('reference', '=', txid).execute();
  return txid;
}

/** A refund that is due, of a Pix that was recorded. */
async function dueRefund(reservation: ToPay) {
  const { txid } = await reservation.openCharge();
  await connected.pay(txid, { aviso: 'lost' });
  const endToEndId = paidIds().at(-1) ?? '';
  await notice(endToEndId);
  await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
  await post(`reservations/${reservation.id}/cancellation`, { reason: 'Desistiu', by: 'operator' });
  const [due] = await refundsOf(connected.app, reservation.id);
  return { endToEndId, id: due?.id };
}

it('a Pix counts once and a refund is paid once although the server is killed between the bank and the commit', {
  timeout: 180_000,
}, async () => {
  const { app } = connected;
  const reservation = await reservationToPay(app);
  const cancelled = await reservationToPay(app);
  const refund = await dueRefund(cancelled);

  // Nothing is recorded meanwhile, and only the server that is killed reaches the bank.
  const holder = await app.pool.connect();
  await holder.query('begin');
  await holder.query('lock table transfers in share row exclusive mode');
  connected.provider.refundState = () => Promise.reject(new ProviderUnavailable('away'));
  const { body: sent } = await post(`payments/refunds/${refund.id}/payment`, { via: 'provider', amountCents: DEPOSIT });
  expect(sent).toMatchObject({ state: 'sent', amountCents: DEPOSIT });
  // Asked for by one sweep, found paid by the next one.
  await expect.poll(waitingForLock, twoSweeps).toBe(1);
  expect(returned(refund.endToEndId)).toEqual([DEPOSIT]);
  const { txid } = await reservation.openCharge();
  await connected.pay(txid, { aviso: 'lost' });
  const endToEndId = paidIds().at(-1) ?? '';
  expect((await notice(endToEndId)).status).toBe(200);
  // The bank may also be asked for Pix just then.
  await expect.poll(waitingForLock, soon).toBeGreaterThan(1);
  await server.kill();
  await holder.query('rollback');
  holder.release();
  expect(await reservation.entries()).toEqual([]);
  expect(await cancelled.amounts()).toEqual([DEPOSIT]);

  const killed = server;
  const wanted = await chargeWithoutCode();
  server = await start();
  await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
  expect((await reservation.shown()).state).toBe('booked');
  const statusOfWanted = () => connected.bank.system.accounts.charges.get(wanted)?.status;
  await expect.poll(statusOfWanted, soon).toBe('ATIVA');
  // Notified again, by a bank that got no answer.
  await notice(endToEndId);
  await notice(endToEndId);
  await expect.poll(unworked, soon).toBe(0);
  expect(await reservation.amounts()).toEqual([DEPOSIT]);

  await expect.poll(cancelled.amounts, twoSweeps).toEqual([DEPOSIT, DEPOSIT]);
  expect(await cancelled.entries()).toMatchObject([{ direction: 'in' }, { direction: 'out', refund_id: refund.id }]);
  expect(await refundsOf(app, cancelled.id)).toMatchObject([{ id: refund.id, state: 'paid' }]);
  expect(returned(refund.endToEndId)).toEqual([DEPOSIT]);
  await killed.stop();
});
