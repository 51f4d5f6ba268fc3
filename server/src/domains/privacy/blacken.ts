import { formatPhone } from '@passeio/contract/phone';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { BLACK } from '../../platform/database/personal-data.ts';

/** Shorter texts are found in too much that is about somebody else. */
const SHORTEST = 6;

interface Named {
  name: string;
  emails: (string | null)[];
  cpf: string | null;
  contact: string | null;
  document: string | null;
}

/**
 * How people are written in what names them freely: full names, addresses, and numbers with and without punctuation.
 */
function spellings(people: Named[]): string[] {
  const words = people.flatMap(({ name, emails, cpf, contact, document }) => {
    const phone = contact?.replace(/^\+55/, '').replace(/\D/g, '') ?? '';
    return [
      name.trim().includes(' ') ? name.trim() : '',
      ...emails,
      cpf,
      cpf?.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4'),
      phone,
      `${phone.slice(-9, -4)}-${phone.slice(-4)}`,
      contact && formatPhone(contact),
      document,
    ];
  });
  return [
    ...new Set(words.filter((word): word is string => (word?.length ?? 0) >= SHORTEST && !/^[-0]+$/.test(word ?? ''))),
  ];
}

const named = sql`p.name, p.cpf, p.contact, p.document_number as document, '{}'::text[] as emails`;

/** How a person and the people of their reservations are written. */
export async function spellingsOfPerson(trx: DatabaseTransaction, personId: string): Promise<string[]> {
  const { rows } = await sql<Named>`
    select name, cpf, contact, rg as document, array[email, confirmed_email] as emails from users where id = ${personId}
    union all
    select ${named} from participants p join reservations r on r.id = p.reservation_id where r.user_id = ${personId}
    union all
    select ${named} from participants p where p.user_id = ${personId}`.execute(trx);
  return spellings(rows);
}

export async function spellingsOfParticipant(trx: DatabaseTransaction, id: string): Promise<string[]> {
  const { rows } = await sql<Named>`select ${named} from participants p where p.id = ${id}`.execute(trx);
  return spellings(rows);
}

/** Blackens people in the audit trail and final manifests, and deletes what holds copies of them for a short time. */
export async function blacken(trx: DatabaseTransaction, words: string[], personId: string | null): Promise<void> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const names = (text: RawBuilder<unknown>) => sql<boolean>`${text} ilike any (${patterns}::text[])`;
  const ofPerson = personId
    ? sql<boolean>`((subject_type = 'person' and subject_id = ${personId})
        or (subject_type = 'reservation'
          and subject_id = any (array(select id::text from reservations where user_id = ${personId}))))`
    : sql<boolean>`false`;
  const byPerson = sql<boolean>`(actor_id = ${personId}::uuid or (actor_id is null and ${ofPerson}))`;
  await sql`
    update audit_entries set
      actor_name = case when actor_id = ${personId}::uuid or ${names(sql`actor_name`)} then ${BLACK} else actor_name end,
      address = case when ${byPerson} then '' else address end,
      device = case when ${byPerson} then '' else device end,
      subject_label = case when ${ofPerson} or ${names(sql`subject_label`)} then ${BLACK} else subject_label end,
      changes = case when ${ofPerson} then blackened(changes, null) else blackened(changes, ${words}) end
    where actor_id = ${personId}::uuid or ${ofPerson}`.execute(trx);
  if (words.length === 0) return;
  await blackenMentions(trx, words, names);
  await sql`
    update final_manifests set content = jsonb_set(blackened(content, ${words}), '{passengers}', (
      select coalesce(jsonb_agg(passenger order by place) filter (where not ${names(sql`passenger::text`)}), '[]')
      from jsonb_array_elements(content -> 'passengers') with ordinality as listed (passenger, place)))
    where ${names(sql`content::text`)}`.execute(trx);
  await sql`delete from idempotency_keys where ${names(sql`answer::text`)}`.execute(trx);
  await sql`delete from rate_limits where ${names(sql`key`)}`.execute(trx);
  // Undoing the import would bring them back.
  await sql`delete from imports i where state <> 'applying' and (
    exists (select from import_rows r where r.import_id = i.id and ${names(sql`r.cells::text || r.problems::text`)})
    or exists (select from import_effects e where e.import_id = i.id and ${names(sql`e.before::text`)})
    or ${names(sql`i.kept::text`)})`.execute(trx);
  await deleteJobs(trx, names);
}

// Pages of the audit trail, 40 MB, that a statement looks through: no index finds what is said anywhere, and years of
// it take longer than a statement may.
const PAGES = 5_000;

/** Blackens people wherever else the audit trail names them, from its first page to its last. */
async function blackenMentions(
  trx: DatabaseTransaction,
  words: string[],
  names: (text: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('audit_entries') / current_setting('block_size')::bigint)::integer as pages`.execute(trx);
  for (let page = 0; page < (rows[0]?.pages ?? 0); page += PAGES) {
    await sql`
      update audit_entries set
        actor_name = case when ${names(sql`actor_name`)} then ${BLACK} else actor_name end,
        subject_label = case when ${names(sql`subject_label`)} then ${BLACK} else subject_label end,
        changes = blackened(changes, ${words})
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid
        and ${names(sql`concat_ws(' ', actor_name, subject_label, changes::text)`)}`.execute(trx);
  }
}

/** Deletes what is queued about people, done, or failed. */
async function deleteJobs(
  trx: DatabaseTransaction,
  names: (text: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(trx);
  if (!rows[0]?.exists) return;
  await sql`delete from pgboss.job where ${names(sql`concat_ws(' ', data::text, output::text)`)}`.execute(trx);
}
