import { randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { dayAndTime } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { EXPORT_HOURS } from '@passeio/contract/privacy/privacy';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import { personalData, purposes } from '../../platform/database/personal-data.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { documentEnding, openDocument } from '../../platform/http/document-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { IdentityProvider } from '../../ports/identity/port.ts';
import type { MailFile } from '../../ports/mail/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { enqueueEmail } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { type PersonalRows, readPersonalFile, readReservationsOf } from './personal-file.ts';
import { type PersonalFileOrder, personalFileAsPdf } from './personal-file-pdf.ts';

export interface QueuedExport {
  exportId: string;
}

/** One at a time in each process, because a copy is held in memory. */
export const exportQueue: Queue = {
  name: 'data-exports',
  batchSize: 1,
  retryLimit: 12,
  retryDelay: 10,
  retryDelayMax: 3_600,
};

/** Vouchers and receipts in a copy; the latest reservations first. */
const MAX_FILES = 200;
const MAX_FAILURES = 10;

/**
 * Asks for a copy of a person's data; audited. Throws ACCOUNT_MISSING for a guest, who has no password that would open
 * it, and TOO_MANY_EXPORTS for a second one within a day.
 */
export async function requestExport(
  trx: DatabaseTransaction,
  actor: Actor,
  jobs: Pick<Jobs, 'enqueue'>,
  { personId, withHealth }: { personId: string; withHealth: boolean },
): Promise<Record<never, never>> {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'subject'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  if (!person.subject || !person.email) throw new AppError('ACCOUNT_MISSING');
  const recent = await trx
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', personId)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${EXPORT_HOURS})`)
    .executeTakeFirst();
  if (recent) throw new AppError('TOO_MANY_EXPORTS');
  const exportId = randomUUIDv7();
  const row = { id: exportId, user_id: personId, with_health: withHealth, requested_by: callerOfActor(actor).id };
  await trx.insertInto('data_exports').values(row).execute();
  await recordAudit(trx, actor, {
    action: 'person.data_exported',
    subject: { type: 'person', id: personId, label: person.name },
  });
  await jobs.enqueue(exportQueue, { exportId }, trx);
  return {};
}

interface BuildDeps {
  db: Database;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue'>;
  voucherFiles?: ((of: { reservationId: string }) => Promise<MailFile[]>) | undefined;
}

/** Makes the file of a copy and sends its link; nothing where it was made before. */
export async function buildExport({ db, storage, jobs, voucherFiles }: BuildDeps, { exportId }: QueuedExport) {
  const asked = await db
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.user_id', 'e.with_health', 'e.expires_at', 'u.name', 'u.email'])
    .where('e.id', '=', exportId)
    .executeTakeFirst();
  if (!asked?.email || asked.expires_at) return;
  const zip = new ZipFile();
  const file = await readPersonalFile(db, asked.user_id, asked.with_health);
  for (const [purpose, tables] of file) {
    const content = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));
    const json = { finalidade: purposes[purpose].label, base: purposes[purpose].basis, dados: content };
    zip.addBuffer(Buffer.from(JSON.stringify(json, null, 2)), `dados/${purpose}.json`);
  }
  const order = await describeFile(db, asked, file);
  zip.addBuffer(await personalFileAsPdf(order), 'meus-dados.pdf');
  await addFiles(zip, { db, storage, voucherFiles }, asked.user_id);
  zip.end();
  await storage.write(`${folderOf(exportId)}/data.zip`, await buffer(zip.outputStream));
  await inTransaction(db, async (trx) => {
    const expires_at = sql<Date>`now() + make_interval(hours => ${EXPORT_HOURS})`;
    await trx.updateTable('data_exports').set({ expires_at }).where('id', '=', exportId).execute();
    const link = { does: 'dataExport', exportId } as const;
    const about = { name: asked.name, link };
    await enqueueEmail(jobs, { kind: 'dataExport', to: asked.email as string, about }, trx);
  });
}

async function describeFile(
  db: Database,
  { user_id, name }: { user_id: string; name: string },
  file: Map<keyof typeof purposes, PersonalRows[]>,
): Promise<PersonalFileOrder> {
  const timeZone = await readTimeZone(db);
  const reservations = await readReservationsOf(db, user_id);
  const ofReservations = reservations.map(({ code, trip, departs_at }): [string, string] => [
    `Reserva ${code}`,
    `${trip}, saída ${dayAndTime(departs_at, timeZone)}`,
  ]);
  const sections = [...file].map(([purpose, tables]) => ({
    title: purposes[purpose].label,
    facts: tables.flatMap(({ table, rows }) => rows.flatMap((row) => factsOf(table, row))),
  }));
  return {
    name,
    madeAt: dayAndTime(new Date(), timeZone),
    sections: [{ title: 'Suas reservas', facts: ofReservations }, ...sections],
  };
}

function factsOf(table: string, row: Record<string, unknown>): [string, string][] {
  const columns = personalData[table]?.columns ?? {};
  return Object.entries(columns).flatMap(([name, { label }]): [string, string][] => {
    const value = row[name];
    if (value === null || value === undefined || value === '') return [];
    return [[label, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}

async function addFiles(
  zip: ZipFile,
  { db, storage, voucherFiles }: Pick<BuildDeps, 'db' | 'storage' | 'voucherFiles'>,
  personId: string,
): Promise<void> {
  const receipts = await db
    .selectFrom('receipts')
    .innerJoin('reservations as r', 'r.id', 'receipts.reservation_id')
    .select(['receipts.id', 'receipts.content_type', 'r.code'])
    .where('r.user_id', '=', personId)
    .where('receipts.file_deleted_at', 'is', null)
    .orderBy('receipts.id', 'desc')
    .limit(MAX_FILES)
    .execute();
  for (const { id, content_type, code } of receipts) {
    const content = await openDocument(storage, 'receipts', id);
    if (content) zip.addBuffer(await buffer(content), `comprovantes/${code}-${id}.${documentEnding(content_type)}`);
  }
  const authorizations = await db
    .selectFrom('travel_authorizations as a')
    .innerJoin('reservations as r', 'r.id', 'a.reservation_id')
    .innerJoin('participants as p', 'p.id', 'a.participant_id')
    .select(['a.id', 'a.content_type', 'r.code'])
    .where(({ or, eb }) => or([eb('r.user_id', '=', personId), eb('p.user_id', '=', personId)]))
    .where('a.ended_at', 'is', null)
    .limit(MAX_FILES)
    .execute();
  for (const { id, content_type, code } of authorizations) {
    const content = content_type && (await openDocument(storage, 'authorizations', id));
    if (content) zip.addBuffer(await buffer(content), `autorizacoes/${code}-${id}.${documentEnding(content_type)}`);
  }
  if (!voucherFiles) return;
  for (const { id } of (await readReservationsOf(db, personId)).slice(0, MAX_FILES)) {
    for (const { filename, content } of await voucherFiles({ reservationId: id }))
      zip.addBuffer(content as Buffer, `vouchers/${filename}`);
  }
}

/** The URL of a new link to a copy, which ends the former; undefined once it is gone. */
export async function makeExportLink(db: Database, publicUrl: string, exportId: string): Promise<string | undefined> {
  const token = newToken();
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', exportId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? publicUrl + pagePaths.dataExportLink(token) : undefined;
}

/** The ZIP of a link, for the password. Throws EXPORT_LINK_OVER, also after too many wrong ones, or EXPORT_REFUSED. */
export async function openExport(
  { db, identity, storage }: { db: Database; identity: IdentityProvider; storage: Storage },
  { token, password }: { token: string; password: string },
) {
  // Counted before the password is checked, so that requests at once do not get more attempts.
  const found = await db
    .updateTable('data_exports as e')
    .set({ failures: sql<number>`e.failures + 1` })
    .from('users as u')
    .whereRef('u.id', '=', 'e.user_id')
    .where('e.token_hash', '=', hashToken(token))
    .where('e.expires_at', '>', sql<Date>`now()`)
    .where('e.failures', '<', MAX_FAILURES)
    .returning(['e.id', 'u.issuer', 'u.subject', 'u.email', 'u.is_disabled'])
    .executeTakeFirst();
  if (!found?.issuer || !found.subject || !found.email || found.is_disabled) throw new AppError('EXPORT_LINK_OVER');
  const { issuer, subject, email } = found;
  if (!(await identity.checkPassword({ issuer, subject, email }, password))) throw new AppError('EXPORT_REFUSED');
  await db.updateTable('data_exports').set({ failures: 0 }).where('id', '=', found.id).execute();
  const content = await storage.read(`${folderOf(found.id)}/data.zip`);
  if (!content) throw new AppError('EXPORT_LINK_OVER');
  return content;
}

/** Deletes copies whose day is over, and those that were never made. */
export async function removeOldExports(db: Database, storage: Storage): Promise<void> {
  const old = await db
    .selectFrom('data_exports')
    .select('id')
    .where(sql<boolean>`coalesce(expires_at, created_at + interval '7 days') < now()`)
    .execute();
  for (const { id } of old) {
    await storage.removeFolder(folderOf(id));
  }
  await eraseCounted(db, 'exports', async (trx) => {
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom('data_exports').where('id', 'in', ids).execute();
    return ids.length;
  });
}

// Below no folder that a public route reads.
function folderOf(id: string): string {
  return `exports/${id}`;
}
