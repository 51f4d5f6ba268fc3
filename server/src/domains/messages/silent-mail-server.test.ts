import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import { smtpTransport } from '../../ports/mail/smtp.ts';
import { emailReader } from '../email-facts/index.ts';
import { enqueueEmail } from './index.ts';

const soon = { timeout: 20_000, interval: 100 };

/** What the mail server does once the text begins: it never answers, takes the text without saying so, or takes it. */
let mood: 'never answers' | 'keeps it to itself' | 'takes';
let taken: string[];
let attempts: number;
let server: SMTPServer;
let transport: MailTransport;
let app: TestApp;
let jobs: Jobs;
let admin: Person;
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, answer) {
      attempts += 1;
      const does = mood;
      if (does === 'never answers') return;
      const { messageId = '' } = await PostalMime.parse(await buffer(stream));
      taken.push(messageId);
      if (does === 'takes') answer();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Rota <oi@rota.example>', { answerMs: 1_000 });
  app = await buildTestApp({
    deps: async ({ pool, logger }) => {
      jobs = await startJobs(pool, logger);
      return { jobs };
    },
  });
  admin = await createPerson(app, 'ADMIN');
  const { storage } = app.app.deps;
  const makeLink = async () => undefined;
  await workEmails({
    jobs,
    db: app.db,
    storage,
    transport,
    makeLink,
    readEmail: emailReader(app.db, app.url, app.app.deps.emailCodeKey),
  });
});
afterAll(async () => {
  await jobs.stop();
  transport.close();
  for (const connection of server.connections) connection.close();
  await new Promise<void>((resolve) => server.close(resolve));
  await app.close();
});
beforeEach(() => {
  taken = [];
  attempts = 0;
});

/** Notifies somebody of their hold; `isLast`: no attempt follows the first one. */
async function notifyFamily({ isLast = false } = {}): Promise<Family> {
  const family = await createFamily(app, { adult: 1 });
  const { id: reservationId, payer, reservation } = family;
  const about = { reservationId, holdExpiresAt: reservation.holdExpiresAt ?? '' };
  await inTransaction(app.db, async (trx) => {
    await enqueueEmail(jobs, { kind: 'holdEnding', to: payer.email, about }, trx);
    if (isLast) {
      await sql`update pgboss.job set retry_count = retry_limit where data->>'to' = ${payer.email}`.execute(trx);
    }
  });
  return family;
}

const stateOf = async ({ id }: Family) =>
  (await call(app, 'GET', `/api/reservations/${id}/messages`, admin)).body.data.map(
    ({ state }: { state: string }) => state,
  );
const retryNow = () => app.pool.query(`update pgboss.job set start_after = now() where state in ('created', 'retry')`);
/** Attempts until the log says so. */
const attemptUntil = (family: Family, state: string) =>
  expect
    .poll(async () => {
      await retryNow();
      return stateOf(family);
    }, soon)
    .toEqual([state]);

it('a mail in whose text the server falls silent is tried again, and arrives once', async () => {
  mood = 'never answers';
  const family = await notifyFamily();
  await expect.poll(() => attempts, soon).toBe(1);
  expect(await stateOf(family)).toEqual(['queued']);
  mood = 'takes';
  await attemptUntil(family, 'sent');
  expect([attempts, taken.length]).toEqual([2, 1]);
});

it('a mail that the server took without saying so comes again as the same one, so that mail programs show one', async () => {
  mood = 'keeps it to itself';
  const family = await notifyFamily();
  await expect.poll(() => taken.length, soon).toBe(1);
  mood = 'takes';
  await attemptUntil(family, 'sent');
  expect(taken).toHaveLength(2);
  expect(new Set(taken).size).toBe(1);
});

it('a mail that the server takes and drops is sent twice at most; then staff decides', async () => {
  mood = 'keeps it to itself';
  const family = await notifyFamily();
  await attemptUntil(family, 'failed');
  expect(taken).toHaveLength(2);
  expect(new Set(taken).size).toBe(1);
  await retryNow();
  const listed = (await call(app, 'GET', '/api/messages/failed', admin)).body.data;
  expect(listed).toMatchObject([{ to: family.payer.email, reason: 'O servidor de e-mail não respondeu.' }]);
  mood = 'takes';
  const body = { ids: [listed[0].id] };
  expect((await call(app, 'POST', '/api/messages/failed/retries', { token: admin.token, body })).status).toBe(200);
  await attemptUntil(family, 'sent');
  expect(taken).toHaveLength(3);
});

it('a mail that was given up is staff’s to see, with the reason, and to send again', async () => {
  mood = 'never answers';
  const family = await notifyFamily({ isLast: true });
  await attemptUntil(family, 'failed');
  const listed = (await call(app, 'GET', '/api/messages/failed', admin)).body.data;
  expect(listed).toMatchObject([
    { to: family.payer.email, reason: 'O servidor de e-mail não respondeu.', response: 'Timeout' },
  ]);
  mood = 'takes';
  const body = { ids: [listed[0].id] };
  expect((await call(app, 'POST', '/api/messages/failed/retries', { token: admin.token, body })).status).toBe(200);
  await attemptUntil(family, 'sent');
  expect(taken).toHaveLength(1);
});
