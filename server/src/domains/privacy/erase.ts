import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import { type PersonalTable, personalData } from '../../platform/database/personal-data.ts';
import { documentFolder } from '../../platform/http/document-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { blacken, spellingsOfParticipant, spellingsOfPerson } from './blacken.ts';
import { findBlockers } from './blockers.ts';
import { type Erasure, erasureQueue } from './erasure-log.ts';

/** Years after a payment for which tax law keeps who paid. */
const FISCAL_YEARS = 6;

/**
 * Erases a person in one transaction; what tax law keeps goes to `fiscal_records`. False if they were erased before.
 * Throws ERASURE_OPEN, which says what is open.
 */
export async function erasePerson(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  personId: string,
  linked?: string,
): Promise<boolean> {
  const person = await trx
    .selectFrom('users')
    .select(['role', 'erased_at'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  if (person.erased_at) return false;
  if (person.role !== 'CLIENT') throw new AppError('ERASURE_OF_STAFF');
  // A payment that arrives has locked its reservation: it is counted here, or finds nobody to name.
  await sql`select from reservations where user_id = ${personId} order by id for no key update`.execute(trx);
  const open = await findBlockers(trx, personId, linked);
  if (open) throw new AppError('ERASURE_OPEN', { open: `Ainda não dá para apagar os dados: ${open}.` });
  await eraseRows(trx, jobs, personId);
  return true;
}

/** Erases what is stored of a person, whatever is open. Again for somebody who was erased: what has come since. */
export async function eraseRows(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  personId: string,
): Promise<void> {
  await startErasure(trx);
  const words = await spellingsOfPerson(trx, personId);
  await keepForTax(trx, personId);
  await blacken(trx, words, personId);
  const files = await takeFiles(trx, personId);
  // The row of the person last: others are found by its e-mail and identity.
  const tables = Object.entries(personalData).toSorted(
    ([one], [other]) => Number(one === 'public.users') - Number(other === 'public.users'),
  );
  for (const [table, entry] of tables) if (entry.rows) await eraseTable(trx, table, entry, entry.rows(personId));
  await logErasure(trx, jobs, { id: personId, subject: 'person' }, files);
}

/** Erases a participant without account who asks by their link. */
export async function eraseParticipant(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  participantId: string,
): Promise<void> {
  await startErasure(trx);
  const words = await spellingsOfParticipant(trx, participantId);
  await blacken(trx, words, null);
  const own = sql<boolean>`participant_id = ${participantId}`;
  const files = await takeAuthorizations(trx, own);
  for (const table of ['answers', 'whatsapp_messages', 'boarding_taps', 'travel_authorizations']) {
    const entry = personalData[`public.${table}`];
    if (entry) await eraseTable(trx, `public.${table}`, entry, own);
  }
  const participants = personalData['public.participants'];
  if (participants) await eraseTable(trx, 'public.participants', participants, sql`id = ${participantId}`);
  await trx.deleteFrom('participant_links').where('participant_id', '=', participantId).execute();
  await logErasure(trx, jobs, { id: participantId, subject: 'participant' }, files);
}

/** Lets this transaction blank people's data where rows are final otherwise (`is_erasure`). */
async function startErasure(trx: DatabaseTransaction): Promise<void> {
  await sql`select set_config('passeio.erasing', 'on', true)`.execute(trx);
}

/** Ends rows of a table as its entry in the register says; returns how many. */
async function eraseTable(
  trx: DatabaseTransaction,
  table: string,
  { erasure, columns, alsoSet = {} }: PersonalTable,
  rows: ReturnType<NonNullable<PersonalTable['rows']>>,
): Promise<number> {
  if (erasure === 'deleted') {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${rows}`.execute(trx);
    return Number(numAffectedRows ?? 0);
  }
  if (erasure !== 'blanked') return 0;
  const blanks = Object.entries(columns).map(([name, { blank }]) => [sql.ref(name), sql`${blank}`] as const);
  const more = Object.entries(alsoSet).map(([name, value]) => [sql.ref(name), sql`${value}`] as const);
  const set = sql.join([...blanks, ...more].map(([name, value]) => sql`${name} = ${value}`));
  const differs = sql.join(
    blanks.map(([name, value]) => sql`${name} is distinct from ${value}`),
    sql` or `,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${set} where ${rows} and (${differs})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

const today = sql`(select (now() at time zone time_zone)::date from operator)`;

/** Copies what tax law keeps of a payer, until the last day of the sixth year after they paid or travelled. */
async function keepForTax(trx: DatabaseTransaction, personId: string): Promise<void> {
  await sql`
    insert into fiscal_records (user_id, name, cpf, keep_until)
    select u.id, u.name, u.cpf, paid.until from users u, lateral (
      select make_date(extract(year from max(greatest(e.occurred_at, t.returns_at))
        at time zone (select time_zone from operator))::int + ${FISCAL_YEARS}, 12, 31) as until
      from entries e join reservations r on r.id = e.reservation_id join trips t on t.id = r.trip_id
      where r.user_id = u.id
    ) paid
    where u.id = ${personId} and u.erased_at is null and paid.until >= ${today}
    on conflict do nothing`.execute(trx);
}

/** Deletes what tax law no longer asks for of erased people. */
export async function deleteOldFiscalRecords(db: Database): Promise<void> {
  await eraseCounted(db, 'fiscal', async (trx) => {
    const { numAffectedRows } = await sql`delete from fiscal_records where keep_until < ${today}`.execute(trx);
    await startErasure(trx);
    // Their numbers stay: none is given twice.
    const notes = await sql`
      update issued_invoices set payer_name = '', payer_tax_id = '', description = '', declaration = '',
        note = left(note, 0), cancellation = left(cancellation, 0), cancellation_event = left(cancellation_event, 0),
        messages = '[]'
      where created_at < make_date(extract(year from ${today})::int - ${FISCAL_YEARS}, 1, 1)
        and next_try_at is null and declaration <> ''`.execute(trx);
    return Number(numAffectedRows ?? 0) + Number(notes.numAffectedRows ?? 0);
  });
}

/** Folders of files that belong to a person; their rows say that the files are gone. */
async function takeFiles(trx: DatabaseTransaction, personId: string): Promise<string[]> {
  const receipts = await sql<{ id: string }>`
    update receipts set file_deleted_at = now()
    where file_deleted_at is null and reservation_id in (select id from reservations where user_id = ${personId})
    returning id`.execute(trx);
  const copies = await trx.deleteFrom('data_exports').where('user_id', '=', personId).returning('id').execute();
  const authorizations = personalData['public.travel_authorizations']?.rows?.(personId) ?? sql`false`;
  const media = personalData['public.conversation_media']?.rows?.(personId) ?? sql`false`;
  const stored = await sql<{ storage_key: string }>`
    select storage_key from conversation_media where storage_key is not null and ${media}`.execute(trx);
  return [
    ...stored.rows.map(({ storage_key }) => storage_key),
    ...receipts.rows.map(({ id }) => documentFolder('receipts', id)),
    ...(await takeAuthorizations(trx, authorizations)),
    ...copies.map(({ id }) => `exports/${id}`),
  ];
}

/** Folders of travel authorisations, whose rows are deleted then. */
async function takeAuthorizations(trx: DatabaseTransaction, rows: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from travel_authorizations where ${rows}`.execute(trx);
  return found.rows.map(({ id }) => documentFolder('authorizations', id));
}

async function logErasure(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  erasure: Erasure,
  files: string[],
): Promise<void> {
  await trx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await jobs.enqueue(erasureQueue, { ...erasure, files }, trx);
}
