import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { HealthReport, HealthState, ProviderHealth } from '@passeio/contract/health';
import product from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import type { Backlog } from '../../platform/jobs/jobs.ts';
import { type LastBackup, lastBackups } from '../../platform/recovery/backup-runs.ts';
import { handRecorded, type ProviderKind } from '../../ports/payments/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { readConnectionHealth } from '../connections/index.ts';
import { type ProviderFigures, readDatabase, readLastSent, readProviders, readSweepRuns } from './health.queries.ts';
import { readInvoiceHealth } from './invoice-health.ts';
import { readDisk, type Watched } from './watched.ts';

const MINUTE_MS = 60_000;
const GIGABYTE = 1_000_000_000;
// As in deploy/prometheus/alerts.yaml.
const LATE_MAIL_S = 15 * 60;
const SILENT_MS = 60 * MINUTE_MS;
// A provider is asked every minute.
const UNSURE_MS = 10 * MINUTE_MS;
const LATE_SWEEP_MS = 5 * MINUTE_MS;
const LATE_SWEEP_RUNS = 10;
const SEVERITY: Record<HealthState, number> = { good: 0, attention: 1, bad: 2 };
const OLD_BACKUP_MS = 26 * 60 * MINUTE_MS;

/** How everything is that the installation needs. Throws if the database does not answer. */
export async function readHealth(deps: Deps, watched: Watched): Promise<HealthReport> {
  const { db, jobs, storage, config } = deps;
  const at = new Date();
  const [figures, backlogs, runs, database, lastSentAt, backups, disk, isStoring, connections, invoices] =
    await Promise.all([
      readProviders(db),
      jobs.backlogs(),
      readSweepRuns(db),
      readDatabase(db),
      readLastSent(db),
      lastBackups(db),
      readDisk(config.dataDir),
      takesFiles(storage),
      readConnectionHealth(db, at),
      readInvoiceHealth(db, deps.connections.fiscal, at),
    ]);
  const worstOf = (kind: ProviderKind) =>
    deps.providers
      .ofKind(kind)
      .map(({ name }) => describeProvider(figures.get(name), at))
      .toSorted((one, other) => SEVERITY[other.state] - SEVERITY[one.state])[0] ?? null;
  const ofMail = backlogs.get(watched.mail.name);
  return {
    at: at.toISOString(),
    database: { state: 'good', sizeBytes: database.size, standbys: database.standbys },
    bank: worstOf(handRecorded.method),
    cards: worstOf('card'),
    mail: {
      state: (ofMail?.oldestSeconds ?? 0) > LATE_MAIL_S ? 'bad' : ofMail?.failed ? 'attention' : 'good',
      ...waitingOf(ofMail),
      lastSentAt: lastSentAt?.toISOString() ?? null,
    },
    backups: config.databaseUrl || config.backupDays === 0 ? null : describeBackups(backups, at),
    storage: { state: isStoring ? 'good' : 'bad', kind: config.storage ? 'bucket' : 'folder' },
    connections,
    invoices,
    disk: { ...disk, state: disk.freeBytes < GIGABYTE ? 'bad' : disk.freeBytes < 5 * GIGABYTE ? 'attention' : 'good' },
    queues: watched.queues.flatMap(({ queue: { name }, shown }) =>
      shown ? [{ name, label: shown.label, ...describeQueue(backlogs.get(name)) }] : [],
    ),
    sweeps: watched.sweeps.map(({ name, label, everyMs }) => {
      const last = runs.get(name);
      const isLate = !last || at.getTime() - last.getTime() > Math.max(LATE_SWEEP_MS, LATE_SWEEP_RUNS * everyMs);
      return { name, label, state: isLate ? 'bad' : 'good', lastSuccessAt: last?.toISOString() ?? null };
    }),
    versions: {
      product: product.version,
      node: process.versions.node,
      postgres: database.postgres,
      schema: database.schema,
    },
  };
}

function describeBackups(backups: LastBackup[], now: Date): NonNullable<HealthReport['backups']> {
  const last = (kind: LastBackup['kind']) => backups.find((one) => one.kind === kind)?.lastSuccessAt ?? null;
  const [base, proof] = [last('base'), last('proof')];
  const failed = backups.flatMap(({ kind, succeeded }) => (succeeded ? [] : [kind]));
  const isOld = [base, proof].some((moment) => moment && now.getTime() - moment.getTime() > OLD_BACKUP_MS);
  // A backup that cannot be restored is none; what is not archived yet waits.
  const isBad = isOld || failed.some((kind) => kind !== 'archive');
  const isDoubtful = base === null || proof === null || failed.length > 0;
  return {
    state: isBad ? 'bad' : isDoubtful ? 'attention' : 'good',
    baseAt: base?.toISOString() ?? null,
    provenAt: proof?.toISOString() ?? null,
    archivedAt: last('archive')?.toISOString() ?? null,
    failed,
  };
}

function describeProvider(figures: ProviderFigures | undefined, now: Date): ProviderHealth {
  const { askedAt = null, noticedAt = null, openCharges = 0 } = figures ?? {};
  const silentMs = now.getTime() - (askedAt?.getTime() ?? 0);
  const isMissed = silentMs > SILENT_MS && openCharges > 0;
  return {
    state: isMissed ? 'bad' : silentMs > UNSURE_MS ? 'attention' : 'good',
    lastAnswerAt: askedAt?.toISOString() ?? null,
    lastNoticeAt: noticedAt?.toISOString() ?? null,
    openCharges,
  };
}

function describeQueue(backlog: Backlog | undefined): {
  state: HealthState;
  oldestSeconds: number | null;
  failed: number;
} {
  const isLate = (backlog?.oldestSeconds ?? 0) > LATE_MAIL_S;
  return { state: isLate || backlog?.failed ? 'attention' : 'good', ...waitingOf(backlog) };
}

function waitingOf({ oldestSeconds, failed }: Backlog = { oldestSeconds: 0, failed: 0 }) {
  return { oldestSeconds: oldestSeconds > 0 ? oldestSeconds : null, failed };
}

/** Whether the storage keeps what is written to it. */
async function takesFiles(storage: Storage): Promise<boolean> {
  const folder = `health/${randomUUID()}`;
  try {
    await storage.write(`${folder}/check`, Buffer.from(folder));
    const stored = await storage.read(`${folder}/check`);
    return stored !== undefined && (await text(stored)) === folder;
  } catch {
    return false;
  } finally {
    await storage.removeFolder(folder).catch(() => undefined);
  }
}
