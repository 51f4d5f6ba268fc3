import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson, createTrip } from '../../../test/factories.ts';
import { workEmails } from '../../../test/work-queues.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { fileTransport } from '../../ports/mail/files.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import { smtpTransport } from '../../ports/mail/smtp.ts';
import { emailReader } from '../email-facts/index.ts';
import { enqueueEmail, enqueueEmails, enqueueToStranger } from './messages.ts';

const FROM = 'Passeio <oi@rota.example>';
const LINK = 'http://localhost:3000/auth/reset-password?token=abc&x=1';

let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .updateTable('operator')
    .set({ name: 'Rota das Águas', cnpj: '11222333000181', email: 'contato@rota.example' })
    .execute();
});
afterAll(() => app.close());

async function delivering<Result>(transport: MailTransport, work: () => Promise<Result>): Promise<Result> {
  jobs = await startJobs(app.pool, app.app.deps.logger);
  try {
    await workEmails({
      jobs,
      db: app.db,
      storage: app.app.deps.storage,
      transport,
      makeLink: async () => LINK,
      readEmail: emailReader(app.db, app.url, app.app.deps.emailCodeKey),
    });
    return await work();
  } finally {
    await jobs.stop();
    transport.close();
  }
}

// Makes queued retries due at once.
const retryNow = () => app.pool.query(`update pgboss.job set start_after = now() where state in ('created', 'retry')`);

async function listen(server: SMTPServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}
const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(resolve));

const writeReset = (to: string, name = 'Ana Lima', trx?: DatabaseTransaction) =>
  enqueueEmail(
    jobs,
    { kind: 'resetPassword', to, about: { name, link: { does: 'resetPassword', userId: 'somebody' } } },
    trx,
  );

/** The file of the first mail beside those that were in the folder before. */
async function nextMailFile(folder: string, before: string[]): Promise<string> {
  const isNew = (name: string) => name.endsWith('.eml') && !before.includes(name);
  const name = await vi.waitUntil(async () => (await readdir(folder)).find(isNew), { timeout: 30_000 });
  return join(folder, name);
}

describe('an e-mail', () => {
  it("arrives over SMTP in Portuguese, with text and HTML parts and the operator's brand", async () => {
    const received: { recipients: string[]; mail: Email }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, session, callback) {
        const mail = await PostalMime.parse(await buffer(stream));
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
        callback();
      },
    });
    const port = await listen(server);

    await delivering(smtpTransport(`smtp://127.0.0.1:${port}`, FROM), async () => {
      await writeReset('ana@exemplo.com.br', 'Ana\r\nBcc: outra@exemplo.com.br');
      await vi.waitFor(() => expect(received).toHaveLength(1));
    });
    await close(server);

    const [{ recipients, mail }] = received as [(typeof received)[0]];
    expect(recipients).toEqual(['ana@exemplo.com.br']);
    expect(mail.bcc ?? []).toEqual([]);
    // The operator's name with MAIL_FROM's address.
    expect(mail.from).toMatchObject({ name: 'Rota das Águas', address: 'oi@rota.example' });
    expect(mail.replyTo).toMatchObject([{ name: 'Rota das Águas', address: 'contato@rota.example' }]);
    expect(mail.subject).toBe('Crie uma nova senha – Rota das Águas');
    expect(mail.html).toContain('CNPJ 11.222.333/0001-81');
    expect(mail.html).toContain('href="http://localhost:3000/auth/reset-password?token=abc&amp;x=1"');
    expect(mail.text).toContain(LINK);
    expect(mail.text).toContain('O link vale por uma hora');
  });

  it("carries the operator's logo, which stands for the name, and the name where pictures are not shown", async () => {
    const { token } = await createPerson(app, 'ADMIN');
    const square = await sharp({ create: { width: 400, height: 200, channels: 4, background: '#0a7' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('logo', new File([new Uint8Array(square)], 'logo.png', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${app.url}/api/settings/logo`, { method: 'PUT', headers, body: form })).status).toBe(200);
    const folder = await mkdtemp(join(tmpdir(), 'passeio-mail-'));
    const nextMail = async () => {
      const before = await readdir(folder);
      await writeReset('hugo@exemplo.com.br');
      return PostalMime.parse(await readFile(await nextMailFile(folder, before)));
    };

    await delivering(fileTransport(folder, FROM), async () => {
      const withLogo = await nextMail();
      const [picture] = withLogo.attachments;
      expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
      expect(await sharp(picture?.content as ArrayBuffer).metadata()).toMatchObject({ width: 400, height: 200 });
      const cid = picture?.contentId?.slice(1, -1);
      expect(withLogo.html).toMatch(new RegExp(`<img[^>]*alt="Rota das Águas"[^>]*src="cid:${cid}"`));
      expect(withLogo.html).toMatch(/<img[^>]*height="56"[^>]*width="112"/);

      // The logo's file is missing: the mail shows the name.
      await rm(join(app.app.deps.config.dataDir, 'files', 'logo'), { recursive: true });
      const withName = await nextMail();
      expect(withName.attachments).toEqual([]);
      expect(withName.html).not.toContain('<img');
      expect(withName.html).toContain('Rota das Águas</p>');
    });
    await rm(folder, { recursive: true });
    await app.db.updateTable('operator').set({ logo_id: null, logo_width: null, logo_height: null }).execute();
  });

  it.each(['"; <ma@exemplo.com.br>', 'Rota\r\nBcc: ma@exemplo.com.br', 'a@b.example, Rota'])(
    'cannot be led astray by an operator called %j',
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'passeio-mail-'));
      const texts = { subject: 'Oi', html: '<p>Oi</p>', text: 'Oi', pictures: [] };
      await fileTransport(folder, FROM).send({
        ...texts,
        id: crypto.randomUUID(),
        to: 'ana@exemplo.com.br',
        senderName: name,
        replyTo: 'contato@rota.example',
      });
      const [file = ''] = await readdir(folder);
      const mail = await PostalMime.parse(await readFile(join(folder, file)));
      await rm(folder, { recursive: true });
      expect(mail.from?.address).toBe('oi@rota.example');
      expect(mail.to?.map(({ address }) => address)).toEqual(['ana@exemplo.com.br']);
      expect(mail.replyTo?.map(({ address }) => address)).toEqual(['contato@rota.example']);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    },
  );

  it('becomes an .eml file where no SMTP server is configured', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passeio-mail-'));
    let file = '';
    await delivering(fileTransport(folder, FROM), async () => {
      await writeReset('bia@exemplo.com.br');
      file = await nextMailFile(folder, []);
    });
    const mail = await PostalMime.parse(await readFile(file));
    await rm(folder, { recursive: true });

    expect(mail.to).toMatchObject([{ address: 'bia@exemplo.com.br' }]);
    expect(mail.text).toContain(LINK);
  });

  it('is tried again after the mail server refused it', async () => {
    const transport = fakeMailTransport();
    transport.failNext(1);
    await delivering(transport, async () => {
      await writeReset('caio@exemplo.com.br');
      await vi.waitFor(
        async () => {
          await retryNow();
          expect(transport.sent).toHaveLength(1);
        },
        { timeout: 30_000, interval: 200 },
      );
    });
  });

  it('has the same Message-ID when it is resent after a lost connection, so that mail programs show one copy', async () => {
    const arrived: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _session, callback) {
        const mail = await PostalMime.parse(await buffer(stream));
        arrived.push(mail.messageId ?? '');
        // Accepted, but the connection breaks before the sender knows.
        if (arrived.length === 2) return callback();
        for (const connection of server.connections) connection.close();
      },
    });
    const port = await listen(server);

    await delivering(smtpTransport(`smtp://127.0.0.1:${port}`, FROM), async () => {
      await writeReset('gil@exemplo.com.br');
      await vi.waitFor(
        async () => {
          await retryNow();
          expect(arrived).toHaveLength(2);
        },
        { timeout: 30_000, interval: 200 },
      );
    });
    await close(server);

    expect(arrived[0]).toMatch(/^<[\da-f-]{36}@rota\.example>$/);
    expect(new Set(arrived).size).toBe(1);
  });

  it('leaves with others, not one in a second', async () => {
    const sent = new Set<string>();
    let concurrent = 0;
    let most = 0;
    const transport: MailTransport = {
      async send({ to }) {
        concurrent += 1;
        most = Math.max(most, concurrent);
        // The first batch of ten runs in parallel.
        await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(10), { timeout: 20_000 });
        concurrent -= 1;
        sent.add(to);
      },
      close: () => undefined,
    };
    await delivering(transport, async () => {
      const people = Array.from({ length: 30 }, (_, index) => `pessoa-${index}@exemplo.com.br`);
      await Promise.all(people.map((to) => writeReset(to)));
      await vi.waitFor(() => expect(sent.size).toBe(30), { timeout: 40_000 });
    });
  });

  it('to one person, with a link or not, leaves before those to many, which leave by and by', async () => {
    const sent: { to: string; at: number }[] = [];
    const transport: MailTransport = {
      send: async ({ to }) => void sent.push({ to, at: performance.now() }),
      close: () => undefined,
    };
    jobs = await startJobs(app.pool, app.app.deps.logger);
    const recipients = Array.from({ length: 30 }, (_, index) => `pessoa-${index}@exemplo.com.br`);
    const removedEmail = (to: string) => ({ kind: 'emailRemoved' as const, to, about: {} });
    await inTransaction(app.db, (trx) => enqueueEmails(jobs, recipients.map(removedEmail), trx));
    for (let n = 0; n < 9; n += 1) await enqueueEmail(jobs, removedEmail(`outra-${n}@exemplo.com.br`));
    await writeReset('gil@exemplo.com.br');
    await jobs.stop();

    await delivering(transport, () => vi.waitFor(() => expect(sent).toHaveLength(40)));

    const first = sent.slice(0, 10).map(({ to }) => to);
    expect(first).toContain('gil@exemplo.com.br');
    expect(first.filter((to) => to.startsWith('outra-'))).toHaveLength(9);
    // Four batches, a second from one to the next.
    expect((sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(2_000);
  });

  it('of an account leaves before those that strangers ask for', async () => {
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ to }) => void sent.push(to), close: () => undefined };
    const { id: trip_id } = await createTrip(app);
    const trip = app.db.selectFrom('trips').select('series_id').where('id', '=', trip_id);
    const of = { ...(await trip.executeTakeFirstOrThrow()), trip_id, name: 'Ana Prado' };
    jobs = await startJobs(app.pool, app.app.deps.logger);
    for (let n = 0; n < 15; n += 1) {
      const [id, email] = [randomUUID(), `estranha-${n}@exemplo.com.br`];
      await app.db
        .insertInto('trip_alerts')
        .values({ ...of, id, email })
        .execute();
      const question = { kind: 'alertAsked', to: email, about: { alertId: id } } as const;
      await inTransaction(app.db, (trx) => enqueueToStranger(jobs, question, trx));
    }
    await enqueueEmail(jobs, { kind: 'emailRemoved', to: 'gil@exemplo.com.br', about: {} });
    await jobs.stop();

    await delivering(transport, () => vi.waitFor(() => expect(sent).toHaveLength(16)));
    expect(sent.slice(0, 10)).toContain('gil@exemplo.com.br');
  });

  it('is only queued if the transaction that asks for it commits', async () => {
    const transport = fakeMailTransport();
    await delivering(transport, async () => {
      await expect(
        inTransaction(app.db, async (trx) => {
          await writeReset('eva@exemplo.com.br', 'Eva', trx);
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
      await writeReset('fabio@exemplo.com.br');
      await vi.waitFor(() => expect(transport.sent.map(({ to }) => to)).toEqual(['fabio@exemplo.com.br']));
    });
  });
});
