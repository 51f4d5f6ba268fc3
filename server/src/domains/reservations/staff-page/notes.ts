import { randomUUIDv7 } from 'node:crypto';
import type { NoteDraft, ReservationNote } from '@passeio/contract/reservations/notes-and-tags';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayChangeNote } from '../reservation/reservations.policy.ts';
import { findReservation } from '../reservation/reservations.queries.ts';

/** What names a note in an address. */
interface NoteAddress {
  reservationId: string;
  noteId: string;
}

/** The notes on a reservation, the latest first. */
export async function listNotes(db: Database, caller: Caller, reservationId: string): Promise<ReservationNote[]> {
  const rows = await notesOf(db, reservationId).orderBy('note.id', 'desc').execute();
  return rows.map((row) => present(row, caller));
}

/** Writes a note. Throws RESERVATION_NOT_FOUND. */
export async function addNote(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { text }: NoteDraft,
): Promise<ReservationNote> {
  const caller = callerOfActor(actor);
  const noteId = randomUUIDv7();
  await record(trx, actor, reservationId, 'reservation.note_added');
  await trx
    .insertInto('reservation_notes')
    .values({ id: noteId, reservation_id: reservationId, author_id: caller.id, text })
    .execute();
  return present(await requireNote(trx, { reservationId, noteId }), caller);
}

/** Changes the text of a note. Throws NOTE_NOT_FOUND, and FORBIDDEN for a colleague's. */
export async function changeNote(
  trx: DatabaseTransaction,
  actor: Actor,
  address: NoteAddress,
  { text }: NoteDraft,
): Promise<ReservationNote> {
  const caller = callerOfActor(actor);
  const before = await requireChangeable(trx, caller, address);
  if (before.text === text) return present(before, caller);
  await trx
    .updateTable('reservation_notes')
    .set({ text, edited_at: new Date() })
    .where('id', '=', address.noteId)
    .execute();
  await record(trx, actor, address.reservationId, 'reservation.note_changed');
  return present(await requireNote(trx, address), caller);
}

/** Deletes a note. Throws NOTE_NOT_FOUND, and FORBIDDEN for a colleague's. */
export async function deleteNote(trx: DatabaseTransaction, actor: Actor, address: NoteAddress): Promise<void> {
  await requireChangeable(trx, callerOfActor(actor), address);
  await trx.deleteFrom('reservation_notes').where('id', '=', address.noteId).execute();
  await record(trx, actor, address.reservationId, 'reservation.note_deleted');
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>;

function notesOf(db: Database, reservationId: string) {
  return db
    .selectFrom('reservation_notes as note')
    .innerJoin('users as author', 'author.id', 'note.author_id')
    .selectAll('note')
    .select('author.name as author_name')
    .where('note.reservation_id', '=', reservationId);
}

async function requireNote(db: Database, { reservationId, noteId }: NoteAddress): Promise<NoteRow> {
  const row = await notesOf(db, reservationId).where('note.id', '=', noteId).executeTakeFirst();
  if (!row) throw new AppError('NOTE_NOT_FOUND');
  return row;
}

async function requireChangeable(trx: DatabaseTransaction, caller: Caller, address: NoteAddress): Promise<NoteRow> {
  const { reservationId, noteId } = address;
  const row = await notesOf(trx, reservationId).where('note.id', '=', noteId).forUpdate('note').executeTakeFirst();
  if (!row) throw new AppError('NOTE_NOT_FOUND');
  if (!mayChangeNote(caller, row)) throw new AppError('FORBIDDEN');
  return row;
}

function present(row: NoteRow, caller: Caller): ReservationNote {
  return {
    id: row.id,
    text: row.text,
    author: { id: row.author_id, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    changeable: mayChangeNote(caller, row),
  };
}

/** Audit entries outlive the notes, so that they say nothing of the text. */
async function record(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  action: 'reservation.note_added' | 'reservation.note_changed' | 'reservation.note_deleted',
): Promise<void> {
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  await recordReservationAudit(trx, actor, { reservation, trip: reservation }, { action });
}
