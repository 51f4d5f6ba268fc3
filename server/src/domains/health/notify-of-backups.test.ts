import type { BackupKind } from '@passeio/contract/health';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { queued } from '../../../test/email-cases.ts';
import { createPerson, type Person } from '../../../test/factories.ts';
import { recordArchiving, recordRun } from '../../platform/recovery/backup-runs.ts';
import { mailQueue } from '../messages/index.ts';
import { readHealth } from './health.ts';
import { notifyOfBackups } from './notify-of-backups.ts';

let app: TestAppWithJobs;
let admin: Person;
let operator: Person;
beforeEach(async () => {
  app = await buildTestAppWithJobs();
  admin = await createPerson(app, 'ADMIN');
  operator = await createPerson(app, 'OPERATOR');
});
afterEach(() => app.close());

const succeed = (kind: BackupKind) => recordRun(app.db, kind, async () => ({ result: undefined, details: {} }));
const fail = (kind: BackupKind) =>
  recordRun(app.db, kind, () => Promise.reject(new Error('restored 1, and not 2'))).catch(() => undefined);
const notify = () => notifyOfBackups({ db: app.db, jobs: app.jobs, publicUrl: 'https://passeio.example' });

/** The subjects of what the administrator gets; the operator gets nothing. */
async function subjects(): Promise<string[]> {
  expect(await queued(app, 'backupFailed', operator, new Date())).toEqual([]);
  return queued(app, 'backupFailed', admin, new Date());
}

const backups = async () => (await readHealth(app.app.deps, { mail: mailQueue, queues: [], sweeps: [] })).backups;

it('a proof that fails is a problem in "Saúde", and an e-mail to administrators, once until it succeeds', async () => {
  await succeed('base');
  await succeed('proof');
  await notify();
  expect(await subjects()).toEqual([]);

  await fail('proof');
  expect(await backups()).toMatchObject({ state: 'bad', failed: ['proof'], provenAt: expect.any(String) });
  const mail = 'A cópia de segurança não pôde ser restaurada';
  await notify();
  await fail('proof');
  await notify();
  await notify();
  expect(await subjects()).toEqual([mail]);

  await succeed('proof');
  await fail('proof');
  await notify();
  expect(await subjects()).toEqual([mail, mail]);
});

it('a base backup that fails every hour is one e-mail', async () => {
  for (let hour = 0; hour < 3; hour += 1) {
    await fail('base');
    await notify();
  }
  expect(await subjects()).toEqual(['A cópia de segurança falhou']);
});

it('archiving is an e-mail once it has failed for an hour', async () => {
  await recordArchiving(app.db, false, { reason: 'no bucket' });
  await notify();
  expect(await subjects()).toEqual([]);
  await sql`update backup_runs set started_at = now() - interval '61 minutes'`.execute(app.db);
  await notify();
  await sql`update backup_runs set started_at = now() - interval '25 hours'`.execute(app.db);
  await recordArchiving(app.db, false, { reason: 'no bucket' });
  await sql`update backup_runs set started_at = now() - interval '61 minutes' where notified_at is null`.execute(
    app.db,
  );
  await notify();
  expect(await subjects()).toEqual(['As mudanças não estão sendo copiadas']);
});

it('the last run is the one that came last, though the clock went back since', async () => {
  for (const kind of ['base', 'proof'] as const) await succeed(kind);
  await sql`update backup_runs set started_at = now() + interval '2 hours', finished_at = now() + interval '2 hours'`.execute(
    app.db,
  );
  expect(await backups()).toMatchObject({ state: 'good', failed: [] });
  await fail('proof');
  expect(await backups()).toMatchObject({ state: 'bad', failed: ['proof'] });
});

it('a proof that succeeded last more than a day ago is a problem, though base backups go on', async () => {
  await succeed('proof');
  await sql`update backup_runs set finished_at = now() - interval '27 hours'`.execute(app.db);
  await succeed('base');
  expect(await backups()).toMatchObject({ state: 'bad', failed: [] });
});
