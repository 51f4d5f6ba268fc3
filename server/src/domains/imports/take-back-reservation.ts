import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { AppError } from '../../platform/http/errors.ts';
import { reverseEntry } from '../payments/index.ts';
import { cancelForPassenger, findReservation } from '../reservations/index.ts';
import type { Writer } from './plan.ts';
import { readMarks } from './reservations.ts';

type Undoing = Pick<Writer, 'trx' | 'actor'>;

const reason = 'Importação desfeita';

/** Reverses the money of an imported reservation and cancels it; nobody is notified. Throws IMPORT_ROW_KEPT. */
export async function takeBackReservation({ trx, actor }: Undoing, id: string, mark: string): Promise<void> {
  const found = await findReservation(trx, id);
  if (!found) return;
  const kept = (why: string) => new AppError('IMPORT_ROW_KEPT', { row: `Reserva ${found.code}: ${why}.` });
  if ((await readMarks(trx, [id])).get(id) !== mark) throw kept('foi usada ou alterada depois da importação');
  const entries = await trx
    .selectFrom('transfers')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const { id: entryId } of entries) await reverseEntry(trx, actor, { reservationId: id, entryId }, { reason });
  await cancelForPassenger(trx, actor, null, { reservationId: id, reason, by: 'operator', participants: undefined });
  await trx.insertInto('undone_records').values({ id }).execute();
  await leaveOutOfReports(
    trx,
    entries.map((entry) => entry.id),
  );
}

/** Has reports leave out entries that were reversed, with their reversals. */
async function leaveOutOfReports(trx: DatabaseTransaction, entryIds: string[]): Promise<void> {
  await sql`
    insert into undone_records
    select id from transfers where id = ${sqlAny(entryIds, 'uuid')} or reverses = ${sqlAny(entryIds, 'uuid')}`.execute(
    trx,
  );
}

/** Reverses a payment that an import added to a reservation. Throws IMPORT_ROW_KEPT for one that was reversed. */
export async function takeBackPayment({ trx, actor }: Undoing, entryId: string, reservationId: string): Promise<void> {
  const found = await findReservation(trx, reservationId);
  try {
    await reverseEntry(trx, actor, { reservationId, entryId }, { reason });
    await leaveOutOfReports(trx, [entryId]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('IMPORT_ROW_KEPT', { row: `Pagamento da reserva ${found?.code}: ${error.message}` });
  }
}
