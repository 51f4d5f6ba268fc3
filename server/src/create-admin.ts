import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { email as emailSchema } from '@passeio/contract/fields';
import { embeddedProvider, openPools } from './adapters.ts';
import { resolveDatabase } from './command-database.ts';
import { type Config, readConfigOfOne } from './config.ts';
import { grantRole } from './domains/users/index.ts';
import { prepareDatabase } from './platform/database/migrate.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createLogger } from './platform/process/logging.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';

// A person who can run this command needs no account.
const COMMAND = { caller: null, network: null, address: 'localhost', device: 'create-admin', requestId: '' };
const USAGE = 'Usage: npm run create-admin -- --email someone@example.com --name "Full Name"';

// Creates an administrator and prints a one-time link to choose a password; there is no default password.
const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
await runCommand(async () => {
  const email = emailSchema.safeParse(values.email);
  if (!email.success || !values.name) throw new StartError(USAGE);
  const config = readConfigOfOne(process.env);
  if (config.firebase) {
    throw new StartError('With IDENTITY_PROVIDER=firebase people sign up first; see docs/identity.md for their role.');
  }
  await createAdmin(config, values.name, email.data);
});

async function createAdmin(config: Config, name: string, email: string): Promise<void> {
  const logger = createLogger(config.logLevel);
  const { connectionString, close } = await resolveDatabase(config);
  const connections = openPools(connectionString, logger, close);
  try {
    await prepareDatabase(connectionString, async () => undefined);
    const jobs = await startJobs(connections.pool, logger);
    const provider = await embeddedProvider(config, connections, jobs, logger);
    const password = randomBytes(32).toString('base64url');
    const person = await provider.createPerson({ name, email, password });
    await grantRole(connections.db, COMMAND, person, 'ADMIN');
    const link = await provider.passwordLink(email);
    await jobs.stop();
    console.log(
      `${email} is an administrator. Within one hour, choose a password here (the link works once):\n${link}`,
    );
  } finally {
    await connections.close();
  }
}
