import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startServerProcess } from './server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-values-'));
  await writeFile(join(folder, 'file'), 'neither a folder nor a certificate');
});
afterAll(() => rm(folder, { recursive: true }));

const bank = {
  ...{ PAYMENTS: 'pix-api', PIX_API_URL: 'https://127.0.0.1:1', PIX_TOKEN_URL: 'https://127.0.0.1:1/token' },
  ...{ PIX_CLIENT_ID: 'id', PIX_KEY: 'pix@example.com' },
};
const shared = { IDENTITY_SECRET: 'x'.repeat(32), PIX_WEBHOOK_SECRET: 'x'.repeat(32) };
const database = (rest: string) => ({ ...shared, DATABASE_URL: `postgresql://u@${rest}` });

/** Values that only the machine can refuse, and the variable that the sentence names. */
const cases: [name: string, env: () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>][] = [
  ['HOST', () => ({ HOST: '203.0.113.1' })],
  ['HOST', () => ({ HOST: 'no.such.host.invalid' })],
  ['HOST', () => ({ HOST: 'ff02::1' })],
  ['DATA_DIR', () => ({ DATA_DIR: join(folder, 'file') })],
  ['DATA_DIR', () => ({ DATA_DIR: join(folder, 'file/below') })],
  ['DATA_DIR', () => ({ DATA_DIR: '/dev/null' })],
  ['DATA_DIR', () => ({ DATA_DIR: '/proc/passeio' })],
  ['DATABASE_URL', () => database('127.0.0.1:1/db')],
  ['DATABASE_URL', () => database('no.such.host.invalid/db')],
  ['DATABASE_URL', () => database(`127.0.0.1:1/db?sslrootcert=${join(folder, 'none')}`)],
  ['METRICS_HOST', async () => ({ METRICS_HOST: '203.0.113.1', METRICS_PORT: String(await freePort()) })],
  ['PIX_CERTIFICATE', () => ({ ...bank, PIX_CERTIFICATE: join(folder, 'none') })],
  ['PIX_CERTIFICATE', () => ({ ...bank, PIX_CERTIFICATE: folder })],
  ['PIX_CERTIFICATE', () => ({ ...bank, PIX_CERTIFICATE: join(folder, 'file') })],
];

it.each(cases)(
  'a start with a value of %s that this machine cannot use ends with one sentence: case %#',
  async (name, env) => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://passeio.example', RATE_LIMITS: 'on' };
    const server = await startServerProcess({ ...production, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...(await env()) });
    expect(await server.ended()).toBe(1);
    const lines = server.output().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('E-mails are written to'))).toEqual([expect.stringContaining(name)]);
    await server.stop();
  },
  60_000,
);
