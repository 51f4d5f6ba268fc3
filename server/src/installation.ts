import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type Connections,
  chooseIdentity,
  deleteExpiredSessions,
  embeddedProvider,
  type Openers,
  openCodeKeys,
  openConnections,
  openFiscal,
  openGoogle,
  openPayments,
  openPush,
  type Payments,
} from './adapters.ts';
import { buildApp } from './app.ts';
import { type BackgroundWork, startBackgroundWork } from './background-work.ts';
import type { Config } from './config.ts';
import type { App, Deps } from './deps.ts';
import { makeChoiceLink } from './domains/departures/index.ts';
import { emailReader } from './domains/email-facts/index.ts';
import type { EmailLinkRequest } from './domains/messages/index.ts';
import { codeForChat, makeGiftCardLink } from './domains/payments/index.ts';
import { makeExportLink, replayErasures } from './domains/privacy/index.ts';
import { reservationFiles } from './domains/reservations/index.ts';
import { makeReviewLink } from './domains/reviews/index.ts';
import { readTimeZone } from './domains/settings/index.ts';
import { makeAlertLink } from './domains/trip-alerts/index.ts';
import { hasUnconfirmedEmail, makeStaffInvitationLink } from './domains/users/index.ts';
import { emailTaker, registerTemplates } from './domains/whatsapp/index.ts';
import { attemptCounter } from './platform/http/rate-limits.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { ConnectionsAtWork } from './ports/connections/port.ts';
import type { FiscalService, GovernmentAddresses } from './ports/fiscal/port.ts';
import type { IdentityAdministration, LinkRequest } from './ports/identity/port.ts';
import type { MailTransport } from './ports/mail/port.ts';
import { type Storage, StorageUnavailableError } from './ports/storage/port.ts';
import type { WhatsAppService } from './ports/whatsapp/port.ts';

// An operator among many has few connections.
const HOSTED = { atOnce: 2, pauses: 2 };
// As long as a visitor waits gladly.
const STORAGE_MS = 2_000;

/** Repeats a step of an opening while the database is away, or fails. */
export type Persist = <Result>(step: () => Promise<Result>) => Promise<Result>;

/** Fills a database that is empty. */
export type Seed = (deps: Pick<Deps, 'db' | 'storage'> & { identity: IdentityAdministration }) => Promise<unknown>;

/** Opens the demonstration's WhatsApp. `register`: submits the product's templates. */
export type OpenWhatsApp = (
  config: Config,
  parts: { register: (whatsApp: WhatsAppService) => Promise<void> },
) => Promise<WhatsAppService>;

/** Opens the demonstration's government. `addresses`: the only ones that connections for notes lead to beside it. */
export type OpenGovernment = (config: Config) => Promise<{ fiscal: FiscalService; addresses: GovernmentAddresses }>;

/** What an installation gets of its process, and its open database. */
export interface InstallationParts extends Pick<Deps, 'addresses' | 'listener' | 'pageMemory' | 'web'> {
  config: Config;
  logger: Logger;
  connections: Connections;
  storage: Storage;
  mail: MailTransport;
  openers?: Partial<Openers> | undefined;
  /** Opens the demonstration's government, where no certificate is configured. */
  openGovernment?: OpenGovernment | undefined;
  /** Opens the demonstration's WhatsApp. */
  openWhatsApp?: OpenWhatsApp | undefined;
  persist: Persist;
  /** Runs `work` once the database is prepared; may repeat it. */
  prepare: <Result>(work: () => Promise<Result>) => Promise<Result>;
  startJobs: () => Promise<Jobs>;
  /** False: it opens although the storage does not answer, because its database was not restored. */
  needsErasureLog?: boolean;
  seed?: Seed | undefined;
}

/** An operator's product on its database: what answers, and what works in the background. */
export interface Installation {
  connections: Connections;
  /** What answers; built at the first call. */
  app(): Promise<App>;
  /** Works queues and sweeps from now on. `firstRuns` ends when each sweep has run once. */
  startWork(): Promise<Pick<BackgroundWork, 'firstRuns'>>;
  /** Ends work, then connections, before which `last` may use them. Nobody may be served any more. */
  close(last?: () => Promise<void>): Promise<void>;
}

interface Opened {
  jobs?: Jobs;
  payments?: Payments;
  atWork?: ConnectionsAtWork;
  fiscal?: FiscalService;
  whatsApp?: WhatsAppService;
}

/** Makes the links of e-mails when they leave. */
function linkMaker(
  { db, publicUrl, giftCardKey }: Pick<Deps, 'db' | 'giftCardKey'> & { publicUrl: string },
  ofIdentity: (request: LinkRequest) => Promise<string | undefined>,
) {
  return async (request: EmailLinkRequest): Promise<string | undefined> => {
    if (request.does === 'review') return makeReviewLink(db, publicUrl, request.reservationId);
    if (request.does === 'staffInvitation') return makeStaffInvitationLink(db, publicUrl, request.invitationId);
    if (request.does === 'dataExport') return makeExportLink(db, publicUrl, request.exportId);
    if (request.does === 'departureChoice') return makeChoiceLink(db, publicUrl, request);
    if (request.does === 'tripAlert') return makeAlertLink(db, publicUrl, request.alertId);
    if (request.does === 'giftCard') return makeGiftCardLink(db, giftCardKey, publicUrl, request.giftCardId);
    return ofIdentity(request);
  };
}

/** How many were erased again; none where the storage does not answer soon: the next opening reads its log. */
async function unlessAway(replaying: Promise<number>, logger: Logger): Promise<number> {
  const tooLate = wait(STORAGE_MS, undefined, { ref: false });
  return Promise.race([
    replaying,
    tooLate.then(() => Promise.reject(new StorageUnavailableError('it takes too long'))),
  ]).catch((error) => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    logger.warn({ reason: error.message }, 'the log of erasures cannot be read; the next opening tries again');
    return 0;
  });
}

/** Reads what e-mails are about, and sends some of them by WhatsApp. */
function messageParts(
  common: Pick<Deps, 'db' | 'storage' | 'changes' | 'logger' | 'jobs' | 'providers' | 'connections'>,
  { publicUrl }: Config,
  emailCodeKey: Deps['emailCodeKey'],
) {
  const { db, storage } = common;
  return {
    ...common,
    readEmail: emailReader(db, publicUrl, emailCodeKey),
    files: reservationFiles({ db, storage, publicUrl }),
    takeEmail: emailTaker({
      ...{ ...common, publicUrl },
      codeFor: (reservationId, purpose) => codeForChat(common, reservationId, purpose),
    }),
  };
}

/** Opens an installation; its connections are closed with it, also when it cannot be opened. */
export async function openInstallation(parts: InstallationParts): Promise<Installation> {
  const { config, logger, connections, storage, mail, persist } = parts;
  const { db, pool, changes, recovery } = connections;
  // Closed in the reverse order.
  const opened: Opened = {};
  const stops: (() => Promise<unknown> | unknown)[] = [
    () => opened.fiscal?.close(),
    () => opened.whatsApp?.close(),
    () => opened.payments?.close(),
    () => opened.atWork?.close(),
    () => opened.jobs?.stop(),
  ];
  const close = async (last?: () => Promise<void>) => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
    await last?.();
    await connections.close();
  };
  try {
    const start = async () => {
      await opened.jobs?.stop();
      const started = await parts.startJobs();
      opened.jobs = started;
      const provider = await embeddedProvider(config, connections, started, logger);
      await parts.seed?.({ db, storage, identity: provider });
      return { embedded: provider, queues: started };
    };
    const { embedded, queues } = await persist(() => parts.prepare(start));
    const identity = chooseIdentity(config, embedded);
    const payments = await openPayments(config, () => readTimeZone(db), parts.openers);
    opened.payments = payments;
    const { webhookSecret: pixWebhookSecret, webhookUrlOf } = payments;
    const whatsApp = await parts.openWhatsApp?.(config, {
      register: (service) => registerTemplates({ db, publicUrl: config.publicUrl }, service),
    });
    if (whatsApp) opened.whatsApp = whatsApp;
    const configured = await openFiscal(config);
    const government = configured ? undefined : await parts.openGovernment?.(config);
    const fiscal = configured ?? government?.fiscal;
    if (fiscal) opened.fiscal = fiscal;
    const demonstration = government?.addresses;
    const atWork = await persist(() =>
      openConnections(config, connections, { payments, mail, fiscal, demonstration, whatsApp, logger }),
    );
    opened.atWork = atWork;
    const { providers } = atWork.parts;
    const pools = { application: pool, identity: connections.identityPool };
    const common = { db, storage, changes, logger, jobs: queues, providers, connections: atWork };
    const push = await openPush(config);
    const google = await persist(() => openGoogle(config, connections, atWork));
    const keys = await persist(() => openCodeKeys(config, connections));
    const { web, listener, pageMemory, addresses } = parts;
    const given = { ...(web && { web }), ...(listener && { listener }), ...(pageMemory && { pageMemory }) };
    const ofProcess = { ...given, addresses };
    const build = async () => {
      const app = await persist(() =>
        buildApp({ config, identity, push, google, ...keys, ...ofProcess, pools, ...common, pixWebhookSecret }),
      );
      stops.push(() => app.close());
      await app.ready();
      return app;
    };
    let built: Promise<App> | undefined;
    const { publicUrl } = config;
    const makeLink = linkMaker({ db, publicUrl, giftCardKey: keys.giftCardKey }, embedded.makeLink);
    const sending = {
      ...messageParts(common, config, keys.emailCodeKey),
      ...{ transport: atWork.mail, makeLink },
      limits: {
        isUnconfirmed: (to: string) => hasUnconfirmedEmail(db, identity, to),
        count: config.rateLimits ? attemptCounter(db) : undefined,
      },
    };
    const replaying = () => replayErasures({ db, storage, jobs: queues });
    const replayed = await (parts.needsErasureLog === false ? unlessAway(replaying(), logger) : persist(replaying));
    if (replayed > 0) logger.warn({ replayed }, 'people who were erased since the restored backup are erased again');
    return {
      connections,
      app() {
        built ??= build().catch((error) => {
          built = undefined;
          throw error;
        });
        return built;
      },
      async startWork() {
        const working = { ...common, publicUrl, webhookUrlOf, push, mail: sending };
        const ofIdentity = { deleteExpiredSessions: () => deleteExpiredSessions(connections) };
        const rarely = config.hosting && HOSTED;
        const work = await startBackgroundWork({ ...working, ...ofIdentity, recovery, rarely });
        stops.push(work.stop);
        return work;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
