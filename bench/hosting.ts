import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Product, startProduct } from './product.ts';
import { median, printTable, quantile, writeResult } from './report.ts';
import { residentMegabytes, temporaryFolder } from './tools.ts';
import { load } from './wrk.ts';

// Many operators on one server: how long adding one takes, the first page of one that sleeps, and what one that is awake
// answers in a second, compared to an installation of its own with the same data, taken in turns.
const OPERATORS = Number(process.env.OPERATORS ?? 20);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 5);
const LOAD = { connections: 16, seconds: SECONDS };
const ADDING_LIMIT_MS = 3_000;
const WAKING_LIMIT_MS = 700;
const LEAST_SHARE = 0.9;
const DEMO = 'demonstracao';
const SOURCES = join(import.meta.dirname, '../server/src');
const LOOPED = ['/', '/api/trips?isActive=true&size=24', '/identity/jwks'];

const run = promisify(execFile);
const folder = await temporaryFolder();
const single = await startProduct({ PAYMENTS: 'manual', CARD_PAYMENTS: 'none' });
const hosting = { HOSTING: 'on', HOSTING_DOMAIN: 'passeio.example', HOSTING_IDLE_MINUTES: '1' };
const host = await startProduct(hosting);
const backup = join(folder.path, 'demo.zip');
await command('back-up.ts', [backup], single, {});
await operators('import', backup, DEMO, '--name', 'Rota das Águas');

const adding: number[] = [];
for (let number = 1; number <= OPERATORS; number += 1) {
  const since = performance.now();
  await operators('add', slugOf(number), '--name', `Agência ${number}`);
  adding.push(performance.now() - since);
}
const shares = [];
for (const path of LOOPED) {
  const domain = `${DEMO}.passeio.example`;
  await firstPage(domain, path);
  const rounds: Record<'own' | 'hosted' | 'share', number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await load(`${single.url}${path}`, single.pid, LOAD);
    const hosted = await load(`${host.url}${path}`, host.pid, { ...LOAD, header: `Host: ${domain}` });
    rounds.push({ own: own.perSecond, hosted: hosted.perSecond, share: hosted.perSecond / own.perSecond });
  }
  const of = (key: 'own' | 'hosted' | 'share') => median(rounds.map((round) => round[key]));
  shares.push({ path, own: of('own'), hosted: of('hosted'), share: of('share') });
}
// All have fallen asleep by then.
await wait(90_000);
const asleepMegabytes = await residentMegabytes(host.pid);
const waking: number[] = [];
for (let number = 1; number <= OPERATORS; number += 1) {
  waking.push(await firstPage(`${slugOf(number)}.passeio.example`, '/'));
}
const awakeMegabytes = await residentMegabytes(host.pid);
await single.stop();
await host.stop();
await folder.remove();

adding.sort((one, other) => one - other);
waking.sort((one, other) => one - other);
const p95 = (sorted: number[]) => quantile(sorted, 0.95);
printTable(`${OPERATORS} operators`, [
  { what: 'adding one, p50 ms', value: median(adding).toFixed(0), limit: '' },
  { what: 'adding one, p95 ms', value: p95(adding).toFixed(0), limit: ADDING_LIMIT_MS },
  { what: "a sleeping one's first page, p50 ms", value: median(waking).toFixed(0), limit: '' },
  { what: "a sleeping one's first page, p95 ms", value: p95(waking).toFixed(0), limit: WAKING_LIMIT_MS },
  { what: 'MB of the server, all asleep', value: asleepMegabytes.toFixed(0), limit: '' },
  { what: 'MB of the server, all awake', value: awakeMegabytes.toFixed(0), limit: '' },
]);
printTable(
  'Requests a second, of an operator and of an installation with the same data',
  shares.map(({ path, own, hosted, share }) => ({
    ...{ path, 'on its own': own.toFixed(0), hosted: hosted.toFixed(0), share: share.toFixed(2) },
  })),
);
await writeResult('hosting', { adding, waking, shares, asleepMegabytes, awakeMegabytes });
const isGood =
  p95(adding) <= ADDING_LIMIT_MS && p95(waking) <= WAKING_LIMIT_MS && shares.every(({ share }) => share >= LEAST_SHARE);
process.exitCode = isGood ? 0 : 1;

function slugOf(number: number): string {
  return `agencia-${number}`;
}

function operators(...words: string[]): Promise<unknown> {
  return command('operators.ts', words, host, hosting);
}

async function command(program: string, words: string[], { dataDir, url }: Product, env: object): Promise<unknown> {
  const more = { DATA_DIR: dataDir, PORT: new URL(url).port, ...env };
  return run(process.execPath, [join(SOURCES, program), ...words], { env: { ...process.env, ...more } });
}

/** Milliseconds until a page of a domain has arrived. Throws unless it is one. */
function firstPage(domain: string, path: string): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(host.url);
    const asked = request({ hostname, port, path, headers: { host: domain }, agent: false }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - since);
        else reject(new Error(`${domain}${path} was answered with ${response.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}
