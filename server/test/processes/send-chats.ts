import { queueWork, startQueues } from '../../src/background-work.ts';
import { createDatabase, createPool } from '../../src/platform/database/connect.ts';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { createLogger } from '../../src/platform/process/logging.ts';
import { cloudApi } from '../../src/ports/whatsapp/cloud-api.ts';

// A process that does nothing but send messages, until it is killed.
const { databaseUrl, access } = JSON.parse(process.argv[2] ?? '{}');
const pool = createPool({ connectionString: databaseUrl, max: 8, onError: () => undefined });
const logger = createLogger('silent');
const jobs = await startJobs(pool, logger);
const connections = { whatsApp: cloudApi({ ...access, pixInChat: 'text' }) };
await startQueues(
  queueWork.filter(({ queue }) => queue.name === 'whatsapp-messages'),
  { db: createDatabase(pool), jobs, logger, connections } as never,
);
process.stdout.write('ready\n');
