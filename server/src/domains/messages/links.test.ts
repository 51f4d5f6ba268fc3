import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  buildEmbeddedIdentityApp,
  type EmbeddedIdentityApp,
  ORIGIN,
  PASSWORD,
} from '../../../test/embedded-identity.ts';
import { signUpData } from '../../../test/factories.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { emailReader } from '../email-facts/index.ts';
import { enqueueEmail } from './index.ts';

const transport = fakeMailTransport();

let app: EmbeddedIdentityApp;
let jobs: Jobs;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp({}, (kind, to, data) =>
    enqueueEmail(jobs, { kind, to, about: data } as Parameters<typeof enqueueEmail>[1]),
  );
  jobs = await startJobs(app.pool, app.app.deps.logger);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const queued = async (to: string, kind: string) =>
  vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      `select data::text as text from pgboss.job where data->>'to' = $1 and data->>'kind' = $2`,
      [to, kind],
    );
    expect(rows).toHaveLength(1);
    return rows[0].text as string;
  });

const sent = (to: string, subject: string) =>
  vi.waitFor(() => {
    const mail = transport.sent.find((one) => one.to === to && one.subject.startsWith(subject));
    const [link = ''] = mail?.text.match(/http\S+token=[^\s\])]+/) ?? [];
    expect(link).not.toBe('');
    return new URL(link).searchParams.get('token') ?? '';
  });

describe('a link in an e-mail that waits in the queue', () => {
  it('is made when the mail is sent, and works for its whole time from then', async () => {
    const { email } = signUpData();
    const gone = signUpData().email;
    for (const address of [email, gone]) {
      await app.provider('POST', '/sign-up/email', { name: 'Ana Lima', email: address, password: PASSWORD });
    }
    await app.provider('POST', '/request-password-reset', { email, redirectTo: `${ORIGIN}/` });

    // Days later, when tokens created at the request would have expired; the queue holds none.
    for (const kind of ['confirmEmail', 'resetPassword']) {
      const text = await queued(email, kind);
      expect(text).not.toMatch(/token|http|eyJ/);
    }
    await queued(gone, 'confirmEmail');
    await app.identityPool.query('delete from identity.verification');
    await app.identityPool.query('delete from identity."user" where email = $1', [gone]);
    await workEmails({
      jobs,
      db: app.db,
      storage: app.app.deps.storage,
      transport,
      makeLink: async (asked) =>
        asked.does === 'review' ||
        asked.does === 'departureChoice' ||
        asked.does === 'tripAlert' ||
        asked.does === 'giftCard' ||
        asked.does === 'dataExport' ||
        asked.does === 'staffInvitation'
          ? undefined
          : app.providerFor(ORIGIN).makeLink(asked),
      readEmail: emailReader(app.db, ORIGIN, app.app.deps.emailCodeKey),
    });

    const confirmation = await sent(email, 'Confirme o seu e-mail');
    expect((await app.provider('GET', `/verify-email?token=${confirmation}`)).status).toBe(200);
    const newPassword = 'outra senha comprida';
    const token = await sent(email, 'Crie uma nova senha');
    expect((await app.provider('POST', '/reset-password', { token, newPassword })).status).toBe(200);
    expect((await app.provider('POST', '/sign-in/email', { email, password: newPassword })).status).toBe(200);

    // Deleted people get no e-mail.
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(`select state from pgboss.job where data->>'to' = $1`, [gone]);
      expect(rows).toEqual([{ state: 'completed' }]);
    });
    expect(transport.sent.map(({ to }) => to)).not.toContain(gone);
  });
});
