import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { freePort } from '../scripts/free-port.ts';
import { withDatabase } from '../server/src/hosting/cluster.ts';
import { hostKey } from '../server/src/hosting/host-key.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { type Product, startProduct } from './product.ts';
import { processorSeconds } from './tools.ts';

const SOURCES = join(import.meta.dirname, '../server/src');
const DOMAIN = 'passeio.example';
const DEMO = 'demonstracao';
const POLL_MS = 500;
const TICKS_PER_SECOND = 100;

const run = promisify(execFile);

/** What a request was answered, and after how many milliseconds. */
interface Answered {
  status: number;
  body: string;
  cookies: string[];
  ms: number;
}

/** A host of many operators with the demonstration's data, as a child process on a folder that outlives it. */
export class BenchHost {
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #product: Product | undefined;

  private constructor(dataDir: string, port: number, env: NodeJS.ProcessEnv) {
    this.#dataDir = dataDir;
    this.#env = { HOSTING: 'on', HOSTING_DOMAIN: DOMAIN, DATA_DIR: dataDir, PORT: String(port), ...env };
  }

  static async start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<BenchHost> {
    const host = new BenchHost(dataDir, await freePort(), env);
    await host.start();
    return host;
  }

  get pid(): number {
    return this.#product?.pid ?? 0;
  }

  get url(): string {
    return this.#product?.url ?? '';
  }

  async start(): Promise<void> {
    this.#product = await startProduct(this.#env);
  }

  async stop(): Promise<void> {
    await this.#product?.stop();
    this.#agent.destroy();
  }

  /** Ends the process as if the power failed, and starts another one. */
  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await this.#product?.stop();
    await this.start();
  }

  /** Runs `npm run operators` beside the server. */
  async command(...words: string[]): Promise<void> {
    // As the script in package.json does.
    const env = { ...process.env, ...this.#env, NODE_COMPILE_CACHE: join(this.#dataDir, 'compiled') };
    await run(process.execPath, [join(SOURCES, 'operators.ts'), ...words], { env });
  }

  /** The first operator, from the backup of an installation. */
  async seed(backup: string): Promise<void> {
    await this.command('import', backup, DEMO, '--name', 'Rota das Águas');
  }

  /** Copies the first operator, so that there are `count` more: `slugOf(1)` to `slugOf(count)`. */
  async clone(count: number): Promise<void> {
    const keyText = await readFile(join(this.#dataDir, 'secrets/hosting'), 'utf8');
    const key = hostKey(keyText);
    await this.inDirectory("update operators set state = 'suspended'");
    await this.untilAsleep();
    const { rows } = await this.inDirectory('select database, version, wrapped_secret, key_id from operators');
    const { database, version, wrapped_secret, key_id } = rows[0];
    const secret = key.unwrap(wrapped_secret, DEMO);
    for (let number = 1; number <= count; number += 1) {
      const slug = slugOf(number);
      const copy = `operator_${slug}`;
      // Copying files writes little to the archive.
      await this.in('postgres', `create database ${copy} template ${database} strategy file_copy`);
      await this.inDirectory(
        `with made as (
           insert into operators (slug, name, database, version, wrapped_secret, key_id, due_at)
           values ($1, $1, $2, $3, $4, $5, now() + interval '1 day') returning slug)
         insert into domains (slug, domain, is_primary) select slug, $6, true from made`,
        [slug, copy, version, key.wrap(secret, slug), key_id, domainOf(slug)],
      );
    }
    await this.inDirectory("update operators set state = 'active' where slug = $1", [DEMO]);
  }

  /** Waits until no operator is awake. */
  async untilAsleep(): Promise<void> {
    while ((await this.awake()) > 0) await wait(POLL_MS);
  }

  async awake(): Promise<number> {
    const { rows } = await this.inDirectory(
      'select count(distinct slug)::integer as count from leases where until > now()',
    );
    return rows[0].count;
  }

  inDirectory(query: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.in('operators', query, values);
  }

  /** Queries one database, over a connection of its own. */
  async in(database: string, query: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const connectionString = withDatabase(await findRunningPostgres(this.#dataDir), database);
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client.query(query, values).finally(() => client.end());
  }

  /** Asks an operator. */
  async ask(
    slug: string,
    path: string,
    asked: { token?: string; cookie?: string; body?: object } = {},
  ): Promise<Answered> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const since = performance.now();
    const { hostname, port } = new URL(this.url);
    const sent = request(
      {
        ...{ hostname, port, path, agent: this.#agent, method: asked.body ? 'POST' : 'GET' },
        headers: {
          host: domainOf(slug),
          origin: `http://${domainOf(slug)}:${port}`,
          ...(asked.token && { authorization: `Bearer ${asked.token}` }),
          ...(asked.cookie && { cookie: asked.cookie }),
          ...(asked.body && { 'content-type': 'application/json' }),
        },
      },
      async (response) => {
        const body = await text(response).catch(reject);
        const cookies = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
        resolve({ status: response.statusCode ?? 0, body: body ?? '', cookies, ms: performance.now() - since });
      },
    );
    sent.once('error', reject);
    sent.end(asked.body && JSON.stringify(asked.body));
    return promise;
  }

  /** The token of the demonstration's client at an operator. */
  async signIn(slug: string): Promise<string> {
    const email = demoAccounts.find(({ role }) => role === 'CLIENT')?.email;
    const { cookies } = await this.ask(slug, '/identity/sign-in/email', { body: { email, password: DEMO_PASSWORD } });
    const { body } = await this.ask(slug, '/identity/token', { cookie: cookies.join('; ') });
    return JSON.parse(body).token;
  }

  /** Processor time of the server and PostgreSQL, in seconds. */
  async processorSeconds(): Promise<number> {
    const postmaster = await this.#postmaster();
    let seconds =
      (await processorSeconds(this.pid)) + (await processorSeconds(postmaster)) + (await reaped(postmaster));
    for (const pid of await childrenOf(postmaster)) seconds += await processorSeconds(pid).catch(() => 0);
    return seconds;
  }

  /** Memory of the server, its children and PostgreSQL in megabytes; what processes share is counted once. */
  async megabytes(): Promise<{ server: number; postgres: number }> {
    const postmaster = await this.#postmaster();
    const sum = async (pids: number[]) => {
      const each = await Promise.all(pids.map((pid) => proportionalMegabytes(pid).catch(() => 0)));
      return each.reduce((total, one) => total + one, 0);
    };
    const own = (await childrenOf(this.pid)).filter((pid) => pid !== postmaster);
    return {
      server: await sum([this.pid, ...own]),
      postgres: await sum([postmaster, ...(await childrenOf(postmaster))]),
    };
  }

  async #postmaster(): Promise<number> {
    const file = await readFile(join(this.#dataDir, 'postgres/postmaster.pid'), 'utf8');
    return Number(file.split('\n')[0]);
  }
}

export const slugOf = (number: number): string => `agencia${number}`;
export const domainOf = (slug: string): string => `${slug}.${DOMAIN}`;
export const databaseOf = (slug: string): string => `operator_${slug}`;
export const demoSlug = DEMO;

/** Writes the backup of an installation of its own. */
export async function backUpSingle({ dataDir, url }: Product, file: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port };
  await run(process.execPath, [join(SOURCES, 'back-up.ts'), file], { env });
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

/** Processor seconds of children that have ended. */
async function reaped(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

async function proportionalMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}
