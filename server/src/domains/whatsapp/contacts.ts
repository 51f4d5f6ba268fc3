import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { ChatAddress } from '../../ports/whatsapp/port.ts';

type ContactRow = Selectable<Schema['chat_contacts']>;

export interface Conversation {
  id: string;
  contact: ContactRow;
  /** The reservation that it is about at this time. */
  reservationId: string | null;
  openUntil: Date | null;
}

/** The conversation with a person, made where there is none. Locks the contact for the transaction. */
export async function openConversation(
  trx: DatabaseTransaction,
  address: ChatAddress,
  name = '',
): Promise<Conversation> {
  const contact = await openContact(trx, address, name);
  await trx
    .insertInto('conversations')
    .values({ id: randomUUIDv7(), contact_id: contact.id })
    .onConflict((conflict) => conflict.column('contact_id').doNothing())
    .execute();
  const row = await trx
    .selectFrom('conversations')
    .select(['id', 'reservation_id', 'open_until'])
    .where('contact_id', '=', contact.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, contact, reservationId: row.reservation_id, openUntil: row.open_until };
}

/**
 * A telephone goes from person to person, a BSUID does not: whoever comes with another BSUID is somebody else, and gets
 * the telephone alone, no conversation and no reservation.
 */
async function openContact(trx: DatabaseTransaction, { bsuid, phone }: ChatAddress, name: string): Promise<ContactRow> {
  // Two messages of a new contact come at the same time.
  const key = `chat contact ${phone ?? bsuid}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const byId = bsuid === null ? undefined : await find(trx, 'bsuid', bsuid);
  const byPhone = phone === null ? undefined : await find(trx, 'phone', phone);
  if (byId) return update(trx, byId, { name, phone: await freePhone(trx, byId, byPhone, phone) });
  if (byPhone && (bsuid === null || byPhone.bsuid === null)) return update(trx, byPhone, { name, bsuid });
  if (byPhone) await trx.updateTable('chat_contacts').set({ phone: null }).where('id', '=', byPhone.id).execute();
  return trx
    .insertInto('chat_contacts')
    .values({ id: randomUUIDv7(), bsuid, phone, name })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The telephone that a known person has from now on; one that was written to without knowing whose it is stays there. */
async function freePhone(
  trx: DatabaseTransaction,
  person: ContactRow,
  holder: ContactRow | undefined,
  phone: string | null,
): Promise<string | null> {
  if (phone === null || holder?.id === person.id) return person.phone;
  if (holder?.bsuid === null) return person.phone;
  if (holder) await trx.updateTable('chat_contacts').set({ phone: null }).where('id', '=', holder.id).execute();
  return phone;
}

function find(trx: DatabaseTransaction, column: 'bsuid' | 'phone', value: string): Promise<ContactRow | undefined> {
  return trx.selectFrom('chat_contacts').selectAll().where(column, '=', value).forNoKeyUpdate().executeTakeFirst();
}

async function update(
  trx: DatabaseTransaction,
  contact: ContactRow,
  { name, ...change }: { name: string; phone?: string | null; bsuid?: string | null },
): Promise<ContactRow> {
  const after = { ...contact, bsuid: change.bsuid ?? contact.bsuid, name: name || contact.name };
  if (change.phone !== undefined) after.phone = change.phone;
  const isSame = after.bsuid === contact.bsuid && after.name === contact.name && after.phone === contact.phone;
  if (isSame) return contact;
  return trx
    .updateTable('chat_contacts')
    .set({ bsuid: after.bsuid, phone: after.phone, name: after.name })
    .where('id', '=', contact.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
