import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPool } from '../../platform/database/connect.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { fileTransport } from '../../ports/mail/files.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import { smtpTransport } from '../../ports/mail/smtp.ts';
import { deliverLetters, letterWriter, mailQueue } from './messages.ts';

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
  jobs = await startJobs(pool, (error) => console.error(error));
  try {
    await deliverLetters(jobs, app.db, transport);
    return await work();
  } finally {
    await jobs.stop();
  }
}

const writeReset = (to: string, name = 'Ana Lima') => letterWriter(jobs)('resetPassword', to, { name, link: LINK });

describe('a letter', () => {
  it("arrives over SMTP in Portuguese, with text and HTML parts and the operator's brand", async () => {
    const received: { recipients: string[]; mail: Email }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;

    await delivering(smtpTransport(`smtp://127.0.0.1:${port}`, FROM), async () => {
      await writeReset('ana@exemplo.com.br', 'Ana\r\nBcc: outra@exemplo.com.br');
      await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 });
    });
    await new Promise<void>((resolve) => server.close(resolve));

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
    await app.db.executeQuery(app.db.selectFrom('operator').select('name').compile());
    await delivering(transport, async () => {
      await writeReset('caio@exemplo.com.br');
      await vi.waitFor(() => expect(transport.sent).toHaveLength(1), { timeout: 20_000 });
    });
  });

  it('that cannot be sent stands in the database as a job that failed, with the reason', async () => {
    const transport = fakeMailTransport();
    transport.failNext(1_000);
    await delivering(transport, async () => {
      await writeReset('davi@exemplo.com.br');
      await pool.query(`update pgboss.job set retry_limit = 0 where name = $1 and state < 'active'`, [mailQueue.name]);
      await vi.waitFor(
        async () => {
          const { rows } = await pool.query(
            `select state, output from pgboss.job where name = $1 and data->>'to' = 'davi@exemplo.com.br'`,
            [mailQueue.name],
          );
          expect(rows).toMatchObject([{ state: 'failed', output: { message: '421 try again later' } }]);
        },
        { timeout: 15_000 },
      );
    });
  });

  it('is only queued if the transaction that asks for it commits', async () => {
    const transport = fakeMailTransport();
    await delivering(transport, async () => {
      await expect(
        app.db.transaction().execute(async (trx) => {
          await jobs.enqueue(
            mailQueue,
            { kind: 'resetPassword', to: 'eva@exemplo.com.br', data: { name: 'Eva', link: LINK } },
            trx,
          );
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
