import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pagePaths } from '@passeio/contract/paths';
import { FIRST_ACCESS_HOURS } from '@passeio/contract/users/first-access';
import type { WebHandler } from '@passeio/contract/web-handler';
import {
  chooseIdentity,
  connect,
  deleteExpiredSessions,
  embeddedProvider,
  mailTransport,
  type Openers,
  openCodeKeys,
  openConnections,
  openFiscal,
  openGoogle,
  openPayments,
  openPush,
  openStorage,
  type Payments,
} from './adapters.ts';
import { buildApp } from './app.ts';
import { startBackgroundWork } from './background-work.ts';
import type { Config } from './config.ts';
import type { App, Deps } from './deps.ts';
import { makeChoiceLink } from './domains/departures/index.ts';
import { emailReader } from './domains/email-facts/index.ts';
import type { EmailLinkRequest } from './domains/messages/index.ts';
import { makeGiftCardLink } from './domains/payments/index.ts';
import { makeExportLink, replayErasures } from './domains/privacy/index.ts';
import { reservationFiles } from './domains/reservations/index.ts';
import { makeReviewLink } from './domains/reviews/index.ts';
import { readTimeZone } from './domains/settings/index.ts';
import { makeAlertLink } from './domains/trip-alerts/index.ts';
import { hasUnconfirmedEmail, issueFirstAccessCode, makeStaffInvitationLink } from './domains/users/index.ts';
import { prepareDatabase } from './platform/database/migrate.ts';
import { retryWhileAway } from './platform/database/retry-while-away.ts';
import { attemptCounter } from './platform/http/rate-limits.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import type { BuiltWeb } from './platform/pages/pages.ts';
import { listenAt } from './platform/process/listen.ts';
import { createLogger } from './platform/process/logging.ts';
import { explainFailure } from './platform/process/start-error.ts';
import { startTracing } from './platform/tracing/tracing.ts';
import type { ConnectionsAtWork } from './ports/connections/port.ts';
import type { FiscalService } from './ports/fiscal/port.ts';
import type { IdentityAdministration } from './ports/identity/port.ts';

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
  /** Opens the service that issues notes, where no certificate is configured. */
  openFiscal?(config: Config): Promise<FiscalService | undefined>;
  /** Fills a database that is empty. */
  seed?(deps: Pick<Deps, 'db' | 'storage'> & { identity: IdentityAdministration }): Promise<unknown>;
  /** Lines for the console, once the server listens. */
  greeting?(config: Config): readonly string[];
}

/** Starts the product and returns how to stop it. */
async function start(
  config: Config,
  { openers, openFiscal: openOtherFiscal, seed, greeting }: Additions,
): Promise<() => Promise<void>> {
  const logger = createLogger(config.logLevel);
  await assertPortFree(config);
  // Before there are connections and routes.
  const stopTracing = config.traces && (await startTracing(config.traces, logger));
  const storage = await openStorage(config, (message) => logger.warn(message));
  const connections = await connect(config, logger, say);
  const mail = mailTransport(config, say);
  let jobs: Jobs | undefined;
  let payments: Payments | undefined;
  let opened: ConnectionsAtWork | undefined;
  let fiscal: FiscalService | undefined;
  const stops: (() => Promise<void>)[] = [];
  const stopParts = async () => {
    await Promise.all(stops.map((stop) => stop()));
    await jobs?.stop();
    await opened?.close();
    await payments?.close();
    await fiscal?.close();
    mail.close();
    await connections.close();
    await stopTracing?.();
  };
  try {
    const { db, pool, changes } = connections;
    // A database that fails meanwhile is waited for.
    const persist = <Result>(step: () => Promise<Result>) =>
      retryWhileAway(step, (reason) => logger.warn({ reason }, 'the start waits for the database'));
    const prepare = async () => {
      await jobs?.stop();
      const started = await startJobs(pool, logger);
      jobs = started;
      const provider = await embeddedProvider(config, connections, started, logger);
      await seed?.({ db, storage, identity: provider });
      return { embedded: provider, queues: started };
    };
    const { embedded, queues } = await persist(() => prepareDatabase(connections.connectionString, prepare, { say }));
    const identity = chooseIdentity(config, embedded);
    payments = await openPayments(config, () => readTimeZone(db), openers);
    const { webhookSecret: pixWebhookSecret, webhookUrlOf } = payments;
    const given = { payments, mail, logger };
    const atWork = await persist(() => openConnections(config, connections, given));
    opened = atWork;
    const { providers } = atWork.parts;
    fiscal = (await openFiscal(config)) ?? (await openOtherFiscal?.(config));
    const pools = { application: pool, identity: connections.identityPool };
    const parts = { db, storage, changes, logger, jobs: queues, providers, connections: atWork, fiscal };
    const push = await openPush(config);
    const google = await persist(() => openGoogle(config, connections, atWork));
    const keys = await persist(() => openCodeKeys(config, connections));
    const web = await loadBuiltWeb();
    const app = await buildApp({ config, identity, web, push, google, ...keys, pools, ...parts, pixWebhookSecret });
    const { publicUrl } = config;
    const makeLink = (request: EmailLinkRequest) => {
      if (request.does === 'review') return makeReviewLink(db, publicUrl, request.reservationId);
      if (request.does === 'staffInvitation') return makeStaffInvitationLink(db, publicUrl, request.invitationId);
      if (request.does === 'dataExport') return makeExportLink(db, publicUrl, request.exportId);
      if (request.does === 'departureChoice') return makeChoiceLink(db, publicUrl, request);
      if (request.does === 'tripAlert') return makeAlertLink(db, publicUrl, request.alertId);
      if (request.does === 'giftCard') return makeGiftCardLink(db, keys.giftCardKey, publicUrl, request.giftCardId);
      return embedded.makeLink(request);
    };
    const limits = {
      isUnconfirmed: (to: string) => hasUnconfirmedEmail(db, identity, to),
      count: config.rateLimits ? attemptCounter(db) : undefined,
    };
    const sending = {
      ...{
        ...parts,
        transport: atWork.mail,
        makeLink,
        limits,
        readEmail: emailReader(db, publicUrl, keys.emailCodeKey),
      },
      files: reservationFiles({ db, storage, publicUrl }),
    };
    const replayed = await persist(() => replayErasures({ db, storage, jobs: queues }));
    if (replayed > 0) logger.warn({ replayed }, 'people who were erased since the restored backup are erased again');
    await app.listen({ port: config.port, host: config.host });
    // Listening: the bank may send notices now.
    const working = { ...parts, publicUrl, webhookUrlOf, push, mail: sending };
    const { recovery } = connections;
    const ofIdentity = { deleteExpiredSessions: () => deleteExpiredSessions(connections) };
    stops.push(await startBackgroundWork({ ...working, ...ofIdentity, recovery }));
    say(`\nPasseio is running at ${publicUrl}`);
    for (const line of greeting?.(config) ?? []) say(line);
    announceFirstAccess(config, await persist(() => issueFirstAccessCode(db)));
    return async () => {
      await drain(app, config);
      await stopParts();
    };
  } catch (error) {
    await stopParts();
    throw error;
  }
}

/** Loads the built web by path: web and server share no code. */
async function loadBuiltWeb(): Promise<BuiltWeb> {
  const entry = pathToFileURL(join(BUILD_DIR, 'server/index.js')).href;
  const { default: handler } = (await import(entry)) as { default: WebHandler };
  return { clientDir: join(BUILD_DIR, 'client'), handler };
}

// /readyz fails first, so that load balancers stop sending requests.
async function drain(app: App, { drainSeconds }: Config): Promise<void> {
  app.drain.announce();
  await wait(drainSeconds * 1_000);
  await app.drain.finish(MAX_DRAIN_MS);
  await app.close();
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
