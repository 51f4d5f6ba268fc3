import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { email as emailSchema } from '@passeio/contract/fields';
import { type Connections, connect, embeddedProvider, openPools } from './adapters.ts';
import { type Config, readConfig } from './config.ts';
import { grantRole } from './domains/users/index.ts';
import { DataFolderInUse } from './platform/data-folder.ts';
import { findRunningPostgres } from './platform/database/embedded/index.ts';
import { prepareDatabase } from './platform/database/migrate.ts';
import { startJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logging.ts';

// Who can run commands here needs no account of ours.
const COMMAND = { caller: null, address: 'localhost', device: 'create-admin', requestId: '' };
const USAGE = 'Usage: npm run create-admin -- --email someone@example.com --name "Full Name"';

// Makes an administrator and prints a one-time link with which they choose their password; nothing has a default one.
const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
const email = emailSchema.safeParse(values.email);
if (!email.success || !values.name) {
  console.error(USAGE);
  process.exit(2);
}
const config = readConfig(process.env);
if (config.firebase) {
  console.error('With IDENTITY_PROVIDER=firebase people sign up first; see docs/identity.md for their role.');
  process.exit(2);
}

const logger = createLogger(config.logLevel);
const connections = await reach(config);
try {
  await prepareDatabase(connections.connectionString, async () => undefined);
  const jobs = await startJobs(connections.pool, logger);
  const provider = await embeddedProvider(config, connections, jobs, logger);
  const password = randomBytes(32).toString('base64url');
  const person = await provider.createPerson({ name: values.name, email: email.data, password });
  await grantRole(connections.db, COMMAND, person, 'ADMIN');
  const link = await provider.passwordLink(email.data);
  await jobs.stop();
  console.log(
    `${email.data} is an administrator. Within one hour, choose a password here (the link works once):\n${link}`,
  );
} finally {
  await connections.close();
}

// Beside a running server its embedded database is used; otherwise one is started for the moment.
async function reach(settings: Config): Promise<Connections> {
  try {
    return await connect(settings, logger, (line) => console.error(line));
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return openPools(await findRunningPostgres(settings.dataDir), logger, async () => undefined);
  }
}
