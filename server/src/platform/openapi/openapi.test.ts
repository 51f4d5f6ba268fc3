import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { routes } from '@passeio/contract/api/routes';
import { z } from '@passeio/contract/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBank } from '../../../test/banks/connected-bank.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { workNotices } from '../../../test/work-queues.ts';
import { describeApi } from './describe-api.ts';
import { describeSchemas } from './describe-schemas.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MAX_BYTES = 600_000;
const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** What a stranger writes with the generated client. */
const PROGRAM = `
import { client } from './client.gen.ts';
import { paymentsRequestCharge, reservationsEnrol, reservationsRead, type Charge, type Reservation } from './index.ts';

export function signIn(baseUrl: string, token: string): void {
  client.setConfig({ baseUrl, auth: () => token });
}

export async function reserve(tripId: string): Promise<Reservation> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return (await reservationsEnrol({ path: { tripId }, headers, throwOnError: true })).data;
}

export async function openCharge(reservationId: string): Promise<Charge> {
  const body = { purpose: 'deposit' } as const;
  return (await paymentsRequestCharge({ path: { reservationId }, body, throwOnError: true })).data;
}

export async function readState(reservationId: string): Promise<string> {
  const { data, error } = await reservationsRead({ path: { reservationId } });
  return data?.state ?? error?.code ?? '';
}
`;
const COMPILER = `--noEmit --strict --target esnext --module nodenext --lib esnext,dom --allowImportingTsExtensions`;

const run = promisify(execFile);

describe('the description of the API', () => {
  let connected: Awaited<ReturnType<typeof connectBank>>;
  let folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: read as JSON
  let document: any;
  beforeAll(async () => {
    connected = await connectBank();
    await workNotices(connected.parts);
    folder = await mkdtemp(join(tmpdir(), 'passeio-client-'));
    document = (await call(connected.app, 'GET', '/api/openapi.json')).body;
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await connected.close();
  });

  it('names every route of the contract once, under a subject', () => {
    const entries = Object.values(routes).flatMap((table) => Object.values(table));
    const linkRoutes = entries.filter((entry) => 'byLink' in entry);
    const operations = Object.values<Record<string, { operationId: string; tags: string[] }>>(document.paths).flatMap(
      (path) => METHODS.flatMap((method) => path[method] ?? []),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(entries.length + linkRoutes.length);
    expect(operations.map(({ operationId }) => operationId)).toContain('tripAlertsConfirm');
    const subjects = document.tags.map(({ name }: { name: string }) => name);
    expect(subjects).toEqual(expect.arrayContaining(operations.flatMap(({ tags }) => tags)));
    expect(operations.filter(({ tags }) => tags.length !== 1)).toEqual([]);
  });

  it('is short', () => expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(MAX_BYTES));

  it('is shown by the pages of the API', async () => {
    const { url } = connected.app;
    expect((await fetch(`${url}/api/docs`)).headers.get('content-type')).toContain('text/html');
    expect(await (await fetch(`${url}/api/docs/json`)).json()).toEqual(document);
  });

  it('follows the recommended rules, examples included', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(await describeApi('https://passeio.com.br', connected.app.app.handled)));
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const options = ['lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await run(process.execPath, [cli, ...options], { env, maxBuffer: 10_000_000 }).catch(
      (error: { stdout: string }) => error,
    );
    const { problems } = JSON.parse(stdout) as { problems: { message: string; location: { pointer: string }[] }[] };
    expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
  });

  it('makes a client that reserves a place and pays for it', async () => {
    const { app } = connected;
    const output = { path: join(folder, 'client'), importFileExtension: '.ts' as const };
    await createClient({ input: document, output, logs: { level: 'silent' } });
    const program = join(output.path, 'program.ts');
    await writeFile(program, PROGRAM);
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const compiled = run(process.execPath, [tsc, ...COMPILER.split(' '), program], { cwd: folder });
    const { stdout } = await compiled.catch((error) => error);
    expect(stdout).toBe('');

    const { signIn, reserve, openCharge, readState } = await import(program);
    const trip = await createTrip(app, { price_cents: 18_900, deposit_percent: 30 });
    signIn(app.url, (await createPerson(app)).token);
    const { id } = await reserve(trip.id);
    const { txid } = await openCharge(id);
    expect(await readState(id)).toBe('held');
    await connected.pay(txid);
    await expect.poll(() => readState(id)).toBe('booked');
    expect(await readState(crypto.randomUUID())).toBe('RESERVATION_NOT_FOUND');
  });
});

describe('the description of a schema', () => {
  it('has a component for requests where they may leave out what answers have', async () => {
    const inner = z.object({ count: z.int().default(1) });
    const shared = z.object({ inner });
    const { components, body, answer } = await describeSchemas({
      addresses: new Map(),
      bodies: new Map<z.ZodType, string>([
        [shared, 'Shared'],
        [inner, 'Inner'],
      ]),
      answers: new Map([[shared, 'Shared']]),
    });
    expect([body(shared), answer(shared)]).toEqual([
      { $ref: '#/components/schemas/SharedInput' },
      { $ref: '#/components/schemas/Shared' },
    ]);
    expect(components).toMatchObject({
      Inner: { required: ['count'] },
      InnerInput: { properties: { count: { default: 1 } } },
      SharedInput: { properties: { inner: { $ref: '#/components/schemas/InnerInput' } } },
    });
    expect(components.InnerInput).not.toHaveProperty('required');
  });
});
