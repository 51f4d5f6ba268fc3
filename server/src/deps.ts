import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ChangeNotifier } from './platform/changes/change-notifier.ts';
import type { Database } from './platform/database/connect.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { BuiltWeb } from './platform/pages/pages.ts';
import type { IdentityProvider } from './ports/identity/port.ts';
import type { Storage } from './ports/storage/port.ts';

/** What the application is made of: the adapters that main.ts, or a test, has chosen. */
export interface Deps {
  config: Config;
  logger: Logger;
  db: Database;
  identity: IdentityProvider;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue' | 'deadLetters' | 'retry' | 'discard'>;
  changes: ChangeNotifier;
  /** How long the body of a request may take to arrive, uploads apart; 10 s where it is left out. */
  bodyDeadlineMs?: number;
  /** The built web; a test of the API alone leaves it out. */
  web?: BuiltWeb;
}

/** The application's server, typed so that schemas type the handlers. */
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
  }
}
