import { once } from 'node:events';
import { createServer } from 'node:net';
import { chooseIdentity, connect, embeddedProvider, mailTransport, openStorage } from './adapters.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { DEMO_PASSWORD, demoAccounts } from './demo/people.ts';
import { seedDemonstration } from './demo/seed.ts';
import type { App } from './deps.ts';
import { deliverLetters } from './domains/messages/index.ts';
import { tidyImages } from './domains/trips/index.ts';
import { migrate } from './platform/database/migrate.ts';
import { type Jobs, startJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logging.ts';
import { explainFailure } from './platform/start-error.ts';
import { loadBuiltWeb } from './web.ts';

const DRAIN_MS = 6_000;
const SWEEP_MS = 50;
const LONGEST_STOP_MS = 9_500;

const say = (line: string) => console.log(line);

/** Starts the whole product and answers how to stop it. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  await refuseTakenPort(config);
  const storage = await openStorage(config);
  const connections = await connect(config, logger, say);
  const mail = mailTransport(config, say);
  let jobs: Jobs | undefined;
  const stopParts = async () => {
    await jobs?.stop();
    mail.close();
    await connections.close();
  };
  try {
    const { db, pool, changes } = connections;
    await migrate(db);
    jobs = await startJobs(pool, logger);
    await deliverLetters(jobs, db, mail);
    await tidyImages(jobs, db, storage);
    const embedded = await embeddedProvider(config, connections, jobs, logger);
    if (!config.isProduction) await seedDemonstration({ db, storage, identity: embedded, say });
    const identity = chooseIdentity(config, embedded);
    const app = await buildApp({ config, logger, db, identity, storage, jobs, changes, web: await loadBuiltWeb() });
    await app.listen({ port: config.port, host: config.host });
    announce(config);
    return async () => {
      await drain(app);
      await stopParts();
    };
  } catch (error) {
    await stopParts();
    throw error;
  }
}

// Stops listening and lets every request in flight finish.
async function drain(app: App): Promise<void> {
  // Who has not read their answer by then is cut off: a stop must not hang on a stalled client.
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // A connection whose answer went out after the close began stays open otherwise, waiting for another request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  await app.close();
  clearTimeout(cutOff);
  clearInterval(sweep);
}

// Before anything is started: nobody wants to wait for a database to learn that the port is taken.
async function refuseTakenPort({ port, host }: Config): Promise<void> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function announce({ publicUrl: url, isProduction, firebase }: Config): void {
  say(`\nPasseio is running at ${url}`);
  if (isProduction || firebase) return;
  say(`The API is described at ${url}/api/docs\n\nDemonstration accounts (password: ${DEMO_PASSWORD})`);
  for (const { role, email } of demoAccounts) say(`  ${role.padEnd(8)} ${email}`);
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
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

// What the process writes, people's data among it, is for nobody else on this machine.
process.umask(0o077);
try {
  const starting = start();
  // A signal while starting is obeyed as soon as there is something to stop.
  stopOnSignals(async () => (await starting)());
  await starting;
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
