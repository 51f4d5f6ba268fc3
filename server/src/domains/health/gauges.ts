import type { Deps } from '../../deps.ts';
import { jobsTotal, readGauge, whatsAppMessagesTotal } from '../../platform/metrics/metrics.ts';
import { lastBackups } from '../../platform/recovery/backup-runs.ts';
import { readProviders, readSweepRuns } from './health.queries.ts';
import { readDisk, type Watched } from './watched.ts';

// Several Prometheus servers share a reading.
const SHARED_MS = 5_000;

const databaseUp = readGauge('passeio_database_up', 'Whether the database answers: 1 or 0');
const poolSize = readGauge('passeio_database_pool_size', 'Open connections of this process', 'pool');
const poolIdle = readGauge('passeio_database_pool_idle', 'Connections that do nothing', 'pool');
const poolWaiting = readGauge('passeio_database_pool_waiting', 'Requests that wait for a connection', 'pool');
const dataFree = readGauge('passeio_data_free_bytes', 'Bytes that are free where DATA_DIR is');
const jobsOldest = readGauge('passeio_jobs_oldest_seconds', 'For how long the oldest job of a queue waits', 'queue');
const mailOldest = readGauge('passeio_mail_oldest_seconds', 'For how long the oldest e-mail waits');
const sweepSuccess = readGauge(
  'passeio_sweep_last_success_timestamp_seconds',
  'When work that every server repeats last succeeded on any of them',
  'sweep',
);
const bankAnswer = readGauge(
  'passeio_bank_last_answer_timestamp_seconds',
  'When the bank, or the provider of cards, last answered; 0: never',
  'provider',
);
const backupSuccess = readGauge(
  'passeio_backup_last_success_timestamp_seconds',
  'When a base backup, its proof, or the archiving of WAL last succeeded; 0: never',
  'kind',
);
const backupFailed = readGauge(
  'passeio_backup_failed',
  'Whether the last base backup, its proof, or the archiving of WAL failed: 1 or 0',
  'kind',
);
const chargesOpen = readGauge('passeio_charges_open', 'Charges that can be paid', 'provider');

const ofDatabase = [jobsOldest, sweepSuccess, bankAnswer, backupSuccess, backupFailed, chargesOpen];

/**
 * Reads what is not counted as it happens; to be called before every answer. Never throws: while the database is
 * unavailable, what it knows is missing.
 */
export function gaugeReader(deps: Deps, watched: Watched): () => Promise<void> {
  // Otherwise the first failure of a queue would not be seen as an increase.
  for (const { queue } of watched.queues) {
    for (const outcome of ['done', 'retried', 'failed', 'expected_error']) {
      jobsTotal.inc({ queue: queue.name, outcome }, 0);
    }
  }
  for (const outcome of ['accepted', 'postponed', 'refused', 'token_refused', 'unknown']) {
    whatsAppMessagesTotal.inc({ outcome }, 0);
  }
  let last: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    readPools(deps);
    if (!last || performance.now() - readAt >= SHARED_MS) {
      readAt = performance.now();
      last = readAll(deps, watched);
    }
    await last;
  };
}

function readPools({ pools = {} }: Deps): void {
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    poolSize.set({ pool }, totalCount);
    poolIdle.set({ pool }, idleCount);
    poolWaiting.set({ pool }, waitingCount);
  }
}

async function readAll(deps: Deps, watched: Watched): Promise<void> {
  await readDisk(deps.config.dataDir).then(
    ({ freeBytes }) => dataFree.set(freeBytes),
    () => dataFree.set(Number.NaN),
  );
  try {
    await readDatabaseGauges(deps, watched);
    databaseUp.set(1);
  } catch (error) {
    deps.logger.warn({ reason: (error as Error).message }, 'metrics lack what the database knows');
    for (const gauge of ofDatabase) gauge.reset();
    mailOldest.set(Number.NaN);
    databaseUp.set(0);
  }
}

async function readDatabaseGauges(
  { db, jobs, providers, ...deps }: Deps,
  { mail, queues, sweeps }: Watched,
): Promise<void> {
  const backlogs = await jobs.backlogs();
  for (const { queue } of queues) {
    jobsOldest.set({ queue: queue.name }, backlogs.get(queue.name)?.oldestSeconds ?? 0);
  }
  mailOldest.set(backlogs.get(mail.name)?.oldestSeconds ?? 0);
  const runs = await readSweepRuns(db);
  for (const { name } of sweeps) sweepSuccess.set({ sweep: name }, secondsOf(runs.get(name)));
  await readBackups(db, deps.config);
  const figures = await readProviders(db);
  chargesOpen.reset();
  for (const { name } of providers.all) chargesOpen.set({ provider: name }, 0);
  for (const [provider, { openCharges }] of figures) chargesOpen.set({ provider }, openCharges);
  for (const { name } of providers.all) {
    bankAnswer.set({ provider: name }, secondsOf(figures.get(name)?.askedAt));
  }
}

async function readBackups(db: Deps['db'], { databaseUrl, backupDays }: Deps['config']): Promise<void> {
  if (databaseUrl || backupDays === 0) return;
  const backups = await lastBackups(db);
  for (const kind of ['base', 'proof', 'archive'] as const) {
    const last = backups.find((one) => one.kind === kind);
    backupSuccess.set({ kind }, secondsOf(last?.lastSuccessAt));
    backupFailed.set({ kind }, last?.succeeded === false ? 1 : 0);
  }
}

function secondsOf(moment: Date | null | undefined): number {
  return moment ? moment.getTime() / 1_000 : 0;
}
