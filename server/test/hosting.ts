import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { mailTransport } from '../src/adapters.ts';
import { type Config, readConfig } from '../src/config.ts';
import { clusterOf, withDatabase } from '../src/hosting/cluster.ts';
import { addOperator } from '../src/hosting/commands/add-operator.ts';
import type { CommandContext } from '../src/hosting/commands/context.ts';
import { type OperatorRow, readOperator, readOperators } from '../src/hosting/directory.queries.ts';
import { hostKey, newSecret } from '../src/hosting/host-key.ts';
import type { HostingConfig } from '../src/hosting/hosting-config.ts';
import { openHost } from '../src/hosting/open-host.ts';
import { databaseUrlOf } from '../src/hosting/operator-config.ts';
import { dropDatabase } from '../src/hosting/template.ts';
import { createDatabase, createPool, type Database } from '../src/platform/database/connect.ts';
import { findRunningPostgres } from '../src/platform/database/embedded/index.ts';
import { createListener, type Serve } from '../src/platform/http/listener.ts';
import type { BuiltWeb } from '../src/platform/pages/pages.ts';
import { createLogger } from '../src/platform/process/logging.ts';
import type { Storage } from '../src/ports/storage/port.ts';
import { countingWeb } from './counting-web.ts';
import { signUpData } from './factories.ts';
import { createEmptyDatabase } from './postgres.ts';

export const PASSWORD = 'uma senha comprida';

interface Asked {
  method?: string;
  token?: string | undefined;
  cookie?: string | undefined;
  /** Sent as JSON, bytes as they are. */
  body?: unknown;
  /** Instead of a body: what a page's form sends. */
  form?: Record<string, string>;
  headers?: Record<string, string | string[]>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** A person of one operator. */
export interface HostedPerson {
  email: string;
  token: string;
  cookie: string;
  setCookie: string[];
}

/** A server of a host. */
export interface HostServer {
  port: number;
  /** Asks whatever `host` names. */
  ask(host: string, path: string, asked?: Asked): Promise<Answer>;
  /** Log lines, as objects. */
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

/** A host with a directory of its own, its commands, and a server. */
export interface TestHost extends HostServer {
  config: Config;
  context: CommandContext;
  /** What the commands have said. */
  said: string[];
  /** Makes an operator; returns its name and domain, and the code of its first administrator. */
  add(name?: string): Promise<{ slug: string; domain: string; code: string }>;
  /** Works with the database of an operator. */
  inDatabase<Result>(slug: string, work: (db: Database, pool: pg.Pool) => Promise<Result>): Promise<Result>;
  /** Signs up and in. */
  signIn(domain: string, email?: string): Promise<HostedPerson>;
  /** The first administrator of an operator. */
  administrator(operator: { domain: string; code: string }, email?: string): Promise<HostedPerson>;
  /** Another server of the same directory. */
  startServer(): Promise<HostServer>;
}

interface TestHostOptions {
  hosting?: Partial<HostingConfig>;
  config?: Partial<Config>;
  web?: BuiltWeb;
  /** TXT records, by name. */
  txt?: Map<string, string[]>;
  /** The answers of the person at the terminal. */
  typed?: string[];
  /** In the embedded PostgreSQL of its own data folder, which is archived. */
  isEmbedded?: boolean;
  /** The bucket of the host. */
  storage?: Storage;
}

/** Starts a host on databases of its own; close it after the tests, which drops them. */
export async function startTestHost({
  hosting,
  config,
  web,
  txt = new Map(),
  typed = [],
  isEmbedded = false,
  storage,
}: TestHostOptions = {}): Promise<TestHost> {
  const directory = isEmbedded ? undefined : await createEmptyDatabase(inject('templateUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-host-'));
  const key = newSecret();
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    HOSTING_DATABASE_URL: directory?.url,
    HOSTING: 'on',
  };
  const read = readConfig({ ...env, HOSTING_DOMAIN: 'passeio.example', HOSTING_KEY: key, LOG_LEVEL: 'info' });
  const limits: HostingConfig = { ...(read.hosting as HostingConfig), ...hosting };
  const whole: Config = { ...read, ...config, hosting: limits };
  const built = web ?? (await countingWeb());
  const servers: HostServer[] = [];
  const startServer = async () => {
    const server = await startHostServer(whole, { web: built, storage, txt });
    servers.push(server);
    return server;
  };
  const main = await startServer();
  const cluster = clusterOf(directory?.url ?? (await findRunningPostgres(dataDir)), { isEmbedded });
  const pool = createPool({ connectionString: cluster.directoryUrl, max: 3, onError: () => undefined });
  const said: string[] = [];
  const context: CommandContext = {
    ...{ config: whole, hosting: limits, cluster, key: hostKey(key), pool },
    say: (line) => void said.push(line),
    ask: async () => typed.shift() ?? '',
  };
  const inDatabase: TestHost['inDatabase'] = async (slug, work) => {
    const operator = await readOperator(pool, slug);
    if (!operator) throw new Error(`no operator ${slug}`);
    const connectionString = databaseUrlOf(operator, cluster, context.key);
    const own = createPool({ connectionString, max: 2, onError: () => undefined });
    const db = createDatabase(own);
    return work(db, own).finally(() => db.destroy());
  };
  const signIn: TestHost['signIn'] = (domain, email) => signInAt(main, whole, domain, email);
  return {
    ...main,
    ...{ config: whole, context, said, inDatabase, signIn, startServer },
    async add(name = 'Rota das Águas') {
      const slug = `t${crypto.randomUUID().slice(0, 12)}`;
      await addOperator(context, { slug, name, domain: undefined });
      const domain = `${slug}.passeio.example`;
      const status = async () => (await main.ask(domain, '/api/settings')).status;
      await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
      return { slug, domain, code: /with code (\S+)/.exec(said.join('\n').split(domain).at(-1) ?? '')?.[1] ?? '' };
    },
    async administrator({ domain, code }, email) {
      const person = await signIn(domain, email);
      const body = { code, ...signUpData({ email: person.email }) };
      const { status } = await main.ask(domain, '/api/first-access', { method: 'POST', token: person.token, body });
      expect(status).toBe(201);
      return person;
    },
    async close() {
      const all = await readOperators(pool);
      await pool.end();
      for (const server of servers) await server.close();
      if (directory) await dropAll(directory.url, all);
      await directory?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function dropAll(directoryUrl: string, all: OperatorRow[]): Promise<void> {
  const administrationUrl = withDatabase(directoryUrl, 'postgres');
  for (const { database, wrapped_url } of all) {
    for (const name of wrapped_url ? [`${database}_moved`] : [database, `${database}_moved`]) {
      await dropDatabase(administrationUrl, name);
    }
  }
}

async function startHostServer(
  config: Config,
  { web, storage, txt }: { web: BuiltWeb; storage: Storage | undefined; txt: Map<string, string[]> },
): Promise<HostServer> {
  const log: Record<string, unknown>[] = [];
  const logger = createLogger(config.logLevel, { write: (line) => void log.push(JSON.parse(line)) });
  const mail = mailTransport(config, () => undefined);
  let serve: Serve;
  const listener = createListener((incoming, response) => serve(incoming, response));
  const parts = { config, logger, web, mail, storage, listener };
  const host = await openHost({ ...parts, say: () => undefined, resolveTxt: async (name) => txt.get(name) ?? [] });
  ({ serve } = host);
  await new Promise<void>((resolve) => listener.server.listen(0, '127.0.0.1', resolve));
  host.startWork();
  const { port } = listener.server.address() as AddressInfo;
  let isClosed = false;
  return {
    port,
    log,
    ask: (host, path, asked) => ask(port, host, path, asked),
    async close() {
      if (isClosed) return;
      isClosed = true;
      listener.server.closeAllConnections();
      listener.server.close();
      await host.close();
      mail.close();
    },
  };
}

/** Signs up and in at one of the servers, which says the port in addresses of operators. */
export async function signInAt(
  server: Pick<HostServer, 'ask'>,
  config: Pick<Config, 'isProduction' | 'port'>,
  domain: string,
  email = signUpData().email,
): Promise<HostedPerson> {
  const origin = config.isProduction ? `https://${domain}` : `http://${domain}:${config.port}`;
  const post = (path: string, body: object) =>
    server.ask(domain, `/identity${path}`, { method: 'POST', body, headers: { origin } });
  await post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
  const signedIn = await post('/sign-in/email', { email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  const setCookie = signedIn.headers['set-cookie'] ?? [];
  const cookie = setCookie.map((line) => line.split(';')[0]).join('; ');
  const { body } = await server.ask(domain, '/identity/token', { cookie });
  return { email, cookie, token: body.token, setCookie };
}

/** Asks the server at `port` with a header `Host` of its own. */
export async function ask(
  port: number,
  host: string,
  path: string,
  { form, method = form ? 'POST' : 'GET', token, cookie, body, headers = {} }: Asked = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(
    {
      ...{ port, path, method, host: '127.0.0.1', agent: false },
      headers: {
        host,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    },
    async (response) => {
      const answered = await text(response);
      const isJson = response.headers['content-type']?.includes('json');
      const json = isJson && answered !== '' ? JSON.parse(answered) : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answered, body: json });
    },
  );
  sent.on('error', reject);
  if (form) sent.end(String(new URLSearchParams(form)));
  else sent.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  return promise;
}
