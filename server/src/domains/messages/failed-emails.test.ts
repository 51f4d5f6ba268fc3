import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { emailReader } from '../email-facts/index.ts';
import { explainFailure } from './failed-emails.ts';
import { enqueueEmail } from './index.ts';

const transport = fakeMailTransport();

let app: TestAppWithJobs;
let token: string;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  ({ token } = await createPerson(app, 'ADMIN'));
  const makeLink = async () => 'http://localhost:3000/auth/reset-password?token=abc';
  await workEmails({
    jobs: app.jobs,
    db: app.db,
    storage: app.app.deps.storage,
    transport,
    makeLink,
    readEmail: emailReader(app.db, 'https://passeio.example', app.app.deps.emailCodeKey),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from pgboss.job');
});

/** E-mails whose retries are exhausted after this attempt. */
async function fail(...people: string[]): Promise<void> {
  transport.failNext(people.length);
  for (const to of people) {
    const link = { does: 'resetPassword', userId: 'somebody' } as const;
    await inTransaction(app.db, async (trx) => {
      await enqueueEmail(app.jobs, { kind: 'resetPassword', to, about: { name: 'Ana', link } }, trx);
      await sql`update pgboss.job set retry_count = retry_limit where data->>'to' = ${to}`.execute(trx);
    });
  }
  await vi.waitFor(async () => expect((await list()).body.total).toBe(people.length));
}

const list = () => call(app, 'GET', '/api/messages/failed', { token });
const retry = (ids: string[]) => call(app, 'POST', '/api/messages/failed/retries', { token, body: { ids } });
const discard = (id: string) => call(app, 'DELETE', `/api/messages/failed/${id}`, { token });
const lastEntry = () =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_label'])
    .where('subject_type', '=', 'message')
    .orderBy('at', 'desc')
    .executeTakeFirst();

describe('e-mails that were given up', () => {
  it('are listed with recipient, subject and reason', async () => {
    expect((await list()).body).toEqual({ data: [], total: 0 });
    await fail('ana@exemplo.com.br');
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: expect.any(String),
          to: 'ana@exemplo.com.br',
          subject: 'Crie uma nova senha',
          askedAt: expect.any(String),
          failedAt: expect.any(String),
          reason: 'O servidor de e-mail pediu para tentar mais tarde.',
          response: '421 try again later',
        },
      ],
      total: 1,
    });
    expect(JSON.stringify(body)).not.toContain('token=');
  });

  it('go out when they are sent again, which is on record', async () => {
    await fail('bia@exemplo.com.br', 'caio@exemplo.com.br');
    const ids = (await list()).body.data.map(({ id }: { id: string }) => id);
    expect(await retry(ids)).toMatchObject({ status: 200, body: { data: [], total: 0 } });
    await vi.waitFor(() =>
      expect(transport.sent.map(({ to }) => to).sort()).toEqual(['bia@exemplo.com.br', 'caio@exemplo.com.br']),
    );
    expect(await lastEntry()).toEqual({
      action: 'message.retried',
      subject_label: expect.stringMatching(/^Crie uma nova senha, para (bia|caio)@exemplo\.com\.br$/),
    });
    expect(await retry(ids)).toMatchObject({ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } });
  });

  it('go out once, however many press at once', async () => {
    await fail('gil@exemplo.com.br');
    transport.sent.length = 0;
    const ids = (await list()).body.data.map(({ id }: { id: string }) => id);
    const answers = await Promise.all([retry(ids), retry(ids), retry(ids)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const open = "select count(*)::integer as count from pgboss.job where name = 'emails' and state < 'completed'";
    await vi.waitFor(async () => expect((await app.pool.query(open)).rows).toEqual([{ count: 0 }]));
    expect(transport.sent.map(({ to }) => to)).toEqual(['gil@exemplo.com.br']);
  });

  it('are gone when they are discarded, once', async () => {
    await fail('davi@exemplo.com.br', 'eva@exemplo.com.br');
    const [first, second] = (await list()).body.data;
    expect((await discard(first.id)).body).toEqual({ data: [second], total: 1 });
    expect(await lastEntry()).toEqual({
      action: 'message.discarded',
      subject_label: `Crie uma nova senha, para ${first.to}`,
    });
    expect(await discard(first.id)).toMatchObject({ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } });
  });
});

describe('the reason', () => {
  it.each([
    [
      "Can't send mail - all recipients were rejected: 550 5.1.1 <ana@exemplo.com.br>: User unknown",
      /endereço não existe/,
    ],
    ['Message failed: 552 5.2.2 Mailbox full', /caixa de entrada da pessoa está cheia/],
    ['Message failed: 554 5.7.1 Blocked, see https://spam.example', /indesejada/],
    ['Invalid login: 535 5.7.8 Authentication failed', /usuário ou a senha/],
    ['connect ECONNREFUSED 127.0.0.1:25', /não respondeu/],
    ['getaddrinfo ENOTFOUND mail.example.com', /não respondeu/],
    ['450 4.2.0 Greylisted', /mais tarde/],
    ['Something else', /não aceitou/],
  ])('%s is said in plain words', (message, words) => {
    expect(explainFailure(message)).toMatch(words);
  });
});
