import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRoute } from '@passeio/contract/route';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ChangeNotifier } from './platform/changes/change-notifier.ts';
import type { Database } from './platform/database/connect.ts';
import type { OpenPayerLink } from './platform/http/access.ts';
import type { Listener, Serve } from './platform/http/listener.ts';
import type { RequestableWrite } from './platform/http/requestable-write.ts';
import type { Examples, RouteRule } from './platform/http/route-rules.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { PageMemory } from './platform/pages/page-cache.ts';
import type { BuiltWeb } from './platform/pages/pages.ts';
import type { ConnectionsAtWork } from './ports/connections/port.ts';
import type { GoogleSignIn } from './ports/google/port.ts';
import type { IdentityProvider } from './ports/identity/port.ts';
import type { Providers } from './ports/payments/port.ts';
import type { PushService } from './ports/push/port.ts';
import type { SiteAddresses } from './ports/site-address/port.ts';
import type { Storage } from './ports/storage/port.ts';

/** The application's dependencies, chosen by main.ts or a test. */
export interface Deps {
  config: Config;
  logger: Logger;
  db: Database;
  identity: IdentityProvider;
  storage: Storage;
  jobs: Pick<
    Jobs,
    'enqueue' | 'enqueueAll' | 'countWaiting' | 'hasJob' | 'backlogs' | 'deadLetters' | 'retry' | 'discard'
  >;
  changes: ChangeNotifier;
  /** The operator's domains at its host. Undefined: its address is a setting of the server. */
  addresses?: SiteAddresses | undefined;
  /** The database connections of this process, by what they are for; none in most tests. */
  pools?: Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>;
  /** Connections that administrators make in the browser. */
  connections: ConnectionsAtWork;
  /** Without one of codes: static codes, and receipts, which staff reviews. They may change at any time. */
  providers: Providers;
  /** Makes codes and links of gift cards. */
  giftCardKey: Uint8Array;
  /** Key from which the codes that confirm guests' e-mails are derived. */
  emailCodeKey: Uint8Array;
  /** Undefined: devices are not notified. */
  push?: PushService | undefined;
  /** Confirms e-mails of guests, with the key that signs its proofs. Without a sign-in, which may come and go, codes do. */
  google?: { readonly signIn: GoogleSignIn | undefined; proofKey: Uint8Array } | undefined;
  /** In the path of the notices of providers that do not sign them. */
  pixWebhookSecret?: string | undefined;
  /** Body deadline, uploads excepted; default 10 s. */
  bodyDeadlineMs?: number;
  /** The built web; optional for tests of the API. */
  web?: BuiltWeb;
  /** The process's, which hands over the requests; by default the application listens itself. */
  listener?: Listener;
  /** Where public pages are cached; memory of its own by default. */
  pageMemory?: PageMemory;
}

/** The Fastify instance, typed so that Zod schemas type the handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    /** Answers a request of the listener. */
    serve: Serve;
    /** Routes of the contract that have a handler. */
    handled: Map<AnyRoute, Examples>;
    /** What the holder of a link may ask for, by the name of its route by link. */
    requestable: Map<string, RequestableWrite>;
    /** Who the token of a payer's link stands for, and for which reservation. */
    openPayerLink: OpenPayerLink;
    /** Limits and changes of routes. */
    rules: ReadonlyMap<AnyRoute, RouteRule<AnyRoute>>;
  }
}
