import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pagePaths } from '@passeio/contract/paths';
import { FIRST_ACCESS_HOURS } from '@passeio/contract/users/first-access';
import type { WebHandler } from '@passeio/contract/web-handler';
import type { Logger } from 'pino';
import { connect, mailTransport, type Openers, openStorage } from './adapters.ts';
import type { Config } from './config.ts';
import { issueFirstAccessCode } from './domains/users/index.ts';
import { type OpenGovernment, type OpenWhatsApp, openInstallation, type Persist, type Seed } from './installation.ts';
import { prepareDatabase } from './platform/database/migrate.ts';
import { retryWhileAway } from './platform/database/retry-while-away.ts';
import { createListener, type Listener, type Serve } from './platform/http/listener.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import type { BuiltWeb } from './platform/pages/pages.ts';
import { listenAt } from './platform/process/listen.ts';
import { createLogger } from './platform/process/logging.ts';
import { explainFailure } from './platform/process/start-error.ts';
import { startTracing } from './platform/tracing/tracing.ts';
import type { MailTransport } from './ports/mail/port.ts';

const BUILD_DIR = join(import.meta.dirname, '../../web/build');
// A stalled client must not block the stop.
const MAX_DRAIN_MS = 6_000;
// After DRAIN_SECONDS.
const MAX_STOP_MS = 9_500;

const say = (line: string) => console.log(line);

/** What a program that starts the server adds to it. */
export interface Additions {
  /** Opens payment providers that the server has no adapter for. */
  openers?: Partial<Openers>;
  /** Opens the demonstration's government, where no certificate is configured. */
  openGovernment?: OpenGovernment;
  /** Opens the demonstration's WhatsApp. */
  openWhatsApp?: OpenWhatsApp;
  /** Fills a database that is empty. */
  seed?: Seed;
  /** Lines for the console, once the server listens. */
  greeting?(config: Config): readonly string[];
}

/** Starts the product and returns how to stop it. */
async function start(config: Config, additions: Additions): Promise<() => Promise<void>> {
  const logger = createLogger(config.logLevel);
  await assertPortFree(config);
  // Before there are connections and routes.
  const stopTracing = config.traces && (await startTracing(config.traces, logger));
  const web = await loadBuiltWeb();
  const mail = mailTransport(config, say);
  const parts = { config, logger, web, mail };
  try {
    const opened = await (config.hosting ? openMany(parts) : openOnly(parts, additions));
    return async () => {
      await drain(opened.listener, config);
      await opened.close();
      mail.close();
      await stopTracing?.();
    };
  } catch (error) {
    mail.close();
    await stopTracing?.();
    throw error;
  }
}

interface ProcessParts {
  config: Config;
  logger: Logger;
  web: BuiltWeb;
  mail: MailTransport;
}

/** What listens, and what is to be closed once it does not any more. */
interface Opened {
  listener: Listener;
  close(): Promise<void>;
}

/** The one installation of a process without a directory of operators. */
async function openOnly(
  parts: ProcessParts,
  { openers, openGovernment, openWhatsApp, seed, greeting }: Additions,
): Promise<Opened> {
  const { config, logger } = parts;
  const storage = await openStorage(config, (message) => logger.warn(message));
  const connections = await connect(config, logger, say);
  // A database that fails meanwhile is waited for.
  const persist: Persist = (step) =>
    retryWhileAway(step, (reason) => logger.warn({ reason }, 'the start waits for the database'));
  let serve: Serve;
  const listener = createListener((request, response) => serve(request, response));
  const installation = await openInstallation({
    ...{ ...parts, connections, storage, openers, openGovernment, openWhatsApp, seed, persist, listener },
    prepare: (work) => prepareDatabase(connections.connectionString, work, { say }),
    startJobs: () => startJobs(connections.pool, logger),
  });
  try {
    ({ serve } = await installation.app());
    await listen(listener, config);
    // Listening: the bank may send notices now.
    await installation.startWork();
    say(`\nPasseio is running at ${config.publicUrl}`);
    for (const line of greeting?.(config) ?? []) say(line);
    announceFirstAccess(config, await persist(() => issueFirstAccessCode(connections.db)));
    return { listener, close: installation.close };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** The operators of a directory. */
async function openMany(parts: ProcessParts): Promise<Opened> {
  const { config, logger } = parts;
  const storage = config.storage && (await openStorage(config, (message) => logger.warn(message)));
  let serve: Serve;
  const listener = createListener((request, response) => serve(request, response));
  // Loaded on demand: most have one operator.
  const { openHost } = await import('./hosting/open-host.ts');
  const host = await openHost({ ...parts, storage, listener, say });
  try {
    ({ serve } = host);
    await listen(listener, config);
    host.startWork();
    say(`\nPasseio is running for the operators of ${config.publicUrl}`);
    return { listener, close: host.close };
  } catch (error) {
    await host.close();
    throw error;
  }
}

function listen({ server }: Listener, { host, port }: Config): Promise<void> {
  return listenAt(server, { host, port, names: { host: 'HOST', port: 'PORT' } });
}

/** Loads the built web by path: web and server share no code. */
async function loadBuiltWeb(): Promise<BuiltWeb> {
  const entry = pathToFileURL(join(BUILD_DIR, 'server/index.js')).href;
  const { default: handler } = (await import(entry)) as { default: WebHandler };
  return { clientDir: join(BUILD_DIR, 'client'), handler };
}

// /readyz fails first, so that load balancers stop sending requests.
async function drain({ drain: draining }: Listener, { drainSeconds }: Config): Promise<void> {
  draining.announce();
  await wait(drainSeconds * 1_000);
  await draining.finish(MAX_DRAIN_MS);
}

// Checked before the slow start of the database.
async function assertPortFree({ port, host }: Config): Promise<void> {
  const probe = createServer();
  await listenAt(probe, { host, port, names: { host: 'HOST', port: 'PORT' } });
  probe.close();
  await once(probe, 'close');
}

// Straight to the console: the log may be kept where others read it.
function announceFirstAccess({ publicUrl }: Config, code: string | undefined): void {
  if (!code) return;
  say(`\nThere is no administrator yet. Within ${FIRST_ACCESS_HOURS} hours, make the first one`);
  say(`  at        ${publicUrl}${pagePaths.firstAccess}\n  with code ${code}`);
}

function stopOnSignals({ drainSeconds }: Config, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), MAX_STOP_MS + drainSeconds * 1_000).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** Starts the server with the configuration that `read` answers, and ends the process with what went wrong. */
export async function runServer(read: () => Config, additions: Additions = {}): Promise<void> {
  // Files may contain personal data: only this user may read them.
  process.umask(0o077);
  try {
    const config = read();
    const starting = start(config, additions);
    // A signal during the start is handled once there is something to stop.
    stopOnSignals(config, async () => (await starting)());
    await starting;
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}
