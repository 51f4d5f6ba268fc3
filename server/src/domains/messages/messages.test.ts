import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPool, type DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { fileTransport } from '../../ports/mail/files.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import { smtpTransport } from '../../ports/mail/smtp.ts';
import { enqueueEmail, sendQueuedEmails } from './messages.ts';

const FROM = 'Rota das Águas <oi@rota.example>';
const LINK = 'http://localhost:3000/auth/reset-password?token=abc&x=1';

let app: TestApp;
let pool: pg.Pool;
let jobs: Jobs;
beforeAll(async () => {
  app = await buildTestApp({
    deps: ({ databaseUrl }) => {
      pool = createPool({ connectionString: databaseUrl, max: 5, onError: () => undefined });
      return {};
    },
  });
  await app.db.updateTable('operator').set({ name: 'Rota das Águas', cnpj: '11222333000181' }).execute();
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

async function delivering<Answer>(transport: MailTransport, work: () => Promise<Answer>): Promise<Answer> {
  jobs = await startJobs(pool, app.app.deps.logger);
  try {
    await sendQueuedEmails(jobs, app.db, transport, async () => LINK);
    return await work();
  } finally {
    await jobs.stop();
    transport.close();
  }
}

// What waits for its next retry is due at once.
const retryNow = () => pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);

async function listen(server: SMTPServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}
const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(resolve));

const writeReset = (to: string, name = 'Ana Lima', trx?: DatabaseTransaction) =>
  enqueueEmail(
    jobs,
    { kind: 'resetPassword', to, data: { name, link: { does: 'resetPassword', userId: 'somebody' } } },
    trx,
  );

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
      await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 });
    });
    await close(server);

    const [{ recipients, mail }] = received as [(typeof received)[0]];
    expect(recipients).toEqual(['ana@exemplo.com.br']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.from).toMatchObject({ name: 'Rota das Águas', address: 'oi@rota.example' });
    expect(mail.subject).toBe('Crie uma nova senha – Rota das Águas');
    expect(mail.html).toContain('CNPJ 11.222.333/0001-81');
    expect(mail.html).toContain('href="http://localhost:3000/auth/reset-password?token=abc&amp;x=1"');
    expect(mail.text).toContain(LINK);
    expect(mail.text).toContain('O link vale por uma hora');
  });

  it('becomes an .eml file, announced, where no SMTP server is configured', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passeio-mail-'));
    const said: string[] = [];
    await delivering(
      fileTransport(folder, FROM, (line) => said.push(line)),
      async () => {
        await writeReset('bia@exemplo.com.br');
        await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
      },
    );
    const [file = ''] = await readdir(folder);
    const mail = await PostalMime.parse(await readFile(join(folder, file)));
    await rm(folder, { recursive: true });

    expect(said[0]).toBe(`Mail for bia@exemplo.com.br: ${join(folder, file)}`);
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
        { timeout: 10_000, interval: 200 },
      );
    });
  });

  it('keeps its Message-ID when it is sent again after a lost connection, so that mail programs show one copy', async () => {
    const arrived: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _session, callback) {
        const mail = await PostalMime.parse(await buffer(stream));
        arrived.push(mail.messageId ?? '');
        // Accepted, and the line breaks before the sender hears of it.
        if (arrived.length === 3) return callback();
        for (const connection of server.connections) connection.close();
      },
    });
    const port = await listen(server);

    await delivering(smtpTransport(`smtp://127.0.0.1:${port}`, FROM), async () => {
      await writeReset('gil@exemplo.com.br');
      await vi.waitFor(
        async () => {
          await retryNow();
          expect(arrived).toHaveLength(3);
        },
        { timeout: 20_000, interval: 200 },
      );
    });
    await close(server);

    expect(arrived[0]).toMatch(/^<[\da-f-]{36}@rota\.example>$/);
    expect(new Set(arrived).size).toBe(1);
  });

  it('leaves with others, not one in a second', async () => {
    const sent = new Set<string>();
    let together = 0;
    let most = 0;
    const transport: MailTransport = {
      async send({ to }) {
        together += 1;
        most = Math.max(most, together);
        // The first ten wait for each other.
        await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(10), { timeout: 5_000 });
        together -= 1;
        sent.add(to);
      },
      close: () => undefined,
    };
    await delivering(transport, async () => {
      const people = Array.from({ length: 200 }, (_, index) => `pessoa-${index}@exemplo.com.br`);
      await Promise.all(people.map((to) => writeReset(to)));
      await vi.waitFor(() => expect(sent.size).toBe(200), { timeout: 15_000 });
    });
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
      await vi.waitFor(() => expect(transport.sent.map(({ to }) => to)).toEqual(['fabio@exemplo.com.br']), {
        timeout: 10_000,
      });
    });
  });
});
