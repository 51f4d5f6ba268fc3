import { IMPORT_UNDO_DAYS, type ImportDetails } from '@passeio/contract/imports/imports';
import type { Actor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { changeTrip, lockTrip, removeTrip, type StoredDraft, type TripFollower } from '../trips/index.ts';
import { removeGuest, restoreGuest } from '../users/index.ts';
import { attempt, recordImportAudit } from './apply-import.ts';
import { changeImport, type ImportRow, lockImport, readEffects } from './imports.queries.ts';
import { readImport } from './imports.ts';
import { takeBackPayment, takeBackReservation } from './take-back-reservation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_KEPT = 200;

type StoredEffect = Awaited<ReturnType<typeof readEffects>>[number];

/** Makes an import wait for being undone. */
export async function startUndoing(trx: DatabaseTransaction, id: string): Promise<ImportDetails> {
  const found = await lockImport(trx, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  if (found.state !== 'applied' || !found.applied_at) throw new AppError('IMPORT_CHANGED');
  if (Date.now() > found.applied_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS) throw new AppError('IMPORT_UNDO_OVER');
  await changeImport(trx, id, { state: 'undoing', failure: null });
  return readImport(trx, id);
}

/** Takes back what a locked import wrote, from its end; what was used or changed since stays, and is named. */
export async function undoImport(
  trx: DatabaseTransaction,
  actor: Actor,
  follower: TripFollower,
  found: ImportRow,
): Promise<void> {
  const { id } = found;
  const kept: string[] = [];
  const effects = await readEffects(trx, id);
  const undone: StoredEffect[] = [];
  for (const effect of effects) {
    const refused = await attempt(trx, () => takeBack({ trx, actor, follower }, effect));
    if (refused) kept.push(refused);
    else undone.push(effect);
  }
  const more = kept.length > MAX_KEPT ? [`E outros ${kept.length - MAX_KEPT}.`] : [];
  await changeImport(trx, id, { state: 'undone', kept: [...remainsOf(undone), ...kept.slice(0, MAX_KEPT), ...more] });
  await recordImportAudit(trx, actor, found, 'import.undone', {
    undone: [null, effects.length - kept.length],
    kept: [null, kept.length],
  });
}

/** What stays of what was undone: the ledger and the list of reservations forget nothing. */
function remainsOf(undone: readonly StoredEffect[]): string[] {
  const count = (subject: string) => undone.filter((effect) => effect.subject === subject).length;
  const [reservations, payments] = [count('reservation'), count('payment')];
  const ofReservations =
    reservations === 1
      ? '1 reserva fica na lista como cancelada, com os pagamentos estornados; quem paga continua entre os clientes.'
      : `${reservations} reservas ficam na lista como canceladas, com os pagamentos estornados; quem paga continua entre os clientes.`;
  const ofPayments =
    payments === 1
      ? '1 pagamento fica na reserva como estornado.'
      : `${payments} pagamentos ficam nas reservas como estornados.`;
  return [...(reservations > 0 ? [ofReservations] : []), ...(payments > 0 ? [ofPayments] : [])];
}

interface Undoing {
  trx: DatabaseTransaction;
  actor: Actor;
  follower: TripFollower;
}

function takeBack({ trx, actor, follower }: Undoing, effect: StoredEffect): Promise<void> {
  const { subject, subject_id: id, mark, is_new: isNew, before } = effect;
  const unchanged = { id, version: Number(mark) };
  if (subject === 'reservation') return takeBackReservation({ trx, actor }, id, mark);
  if (subject === 'payment') return takeBackPayment({ trx, actor }, id, mark);
  if (subject === 'trip' && isNew) return removeTrip(trx, actor, unchanged);
  if (subject === 'trip')
    return restoreTrip({ trx, actor, follower }, unchanged, before as unknown as StoredDraft['draft']);
  if (isNew) return removeGuest(trx, actor, unchanged);
  return restoreGuest(trx, actor, unchanged, before);
}

async function restoreTrip(
  { trx, actor, follower }: Undoing,
  { id, version }: { id: string; version: number },
  draft: StoredDraft['draft'],
): Promise<void> {
  const row = await lockTrip(trx, id);
  if (!row) return;
  if (row.version !== version)
    throw new AppError('IMPORT_ROW_KEPT', { row: `${row.title}: foi alterado depois da importação.` });
  await changeTrip(trx, { actor, follower }, { ...draft, id, version, notice: { tell: false } });
}
