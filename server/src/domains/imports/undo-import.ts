import { IMPORT_UNDO_DAYS, type ImportDetails } from '@passeio/contract/imports/imports';
import type { Actor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { removeGuest, restoreGuest } from '../users/index.ts';
import { attempt, recordImportAudit } from './apply-import.ts';
import { changeImport, lockImport, readEffects } from './imports.queries.ts';
import { readImport } from './imports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_KEPT = 200;

type StoredEffect = Awaited<ReturnType<typeof readEffects>>[number];

/**
 * Takes back what an import wrote, from its end; what was used or changed since stays, and is named. Throws
 * IMPORT_NOT_FOUND, IMPORT_CHANGED or IMPORT_UNDO_OVER.
 */
export async function undoImport(trx: DatabaseTransaction, actor: Actor, id: string): Promise<ImportDetails> {
  const found = await lockImport(trx, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  if (found.state !== 'applied' || !found.applied_at) throw new AppError('IMPORT_CHANGED');
  if (Date.now() > found.applied_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS) throw new AppError('IMPORT_UNDO_OVER');
  const kept: string[] = [];
  const effects = await readEffects(trx, id);
  for (const effect of effects) {
    const refused = await attempt(trx, () => takeBack(trx, actor, effect));
    if (refused) kept.push(refused);
  }
  const more = kept.length > MAX_KEPT ? [`E outros ${kept.length - MAX_KEPT}.`] : [];
  await changeImport(trx, id, { state: 'undone', kept: [...kept.slice(0, MAX_KEPT), ...more] });
  await recordImportAudit(trx, actor, found, 'import.undone', {
    undone: [null, effects.length - kept.length],
    kept: [null, kept.length],
  });
  return readImport(trx, id);
}

function takeBack(trx: DatabaseTransaction, actor: Actor, effect: StoredEffect): Promise<void> {
  const { subject_id: id, mark, is_new: isNew, before } = effect;
  if (isNew) return removeGuest(trx, actor, { id, version: Number(mark) });
  return restoreGuest(trx, actor, { id, version: Number(mark) }, before);
}
