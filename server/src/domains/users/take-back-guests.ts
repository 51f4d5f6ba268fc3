import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { isRuleViolation } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hasAccount } from './users.policy.ts';
import { lockPerson, type UserRow, updateUser } from './users.queries.ts';

interface Unchanged {
  id: string;
  /** Since which nobody changed them. */
  version: number;
}

/** Deletes a guest whom nothing refers to. Throws IMPORT_ROW_KEPT, also for one who was changed. */
export async function removeGuest(trx: DatabaseTransaction, actor: Actor, person: Unchanged): Promise<void> {
  const found = await lockUnchanged(trx, person);
  if (!found) return;
  try {
    await trx.deleteFrom('users').where('id', '=', found.id).execute();
  } catch (error) {
    throw isRuleViolation(error) ? kept(found, 'já tem reserva ou outro registro') : error;
  }
  await recordAudit(trx, actor, { action: 'person.removed', subject: subjectOf(found) });
}

/** Gives a guest the data of before. Throws IMPORT_ROW_KEPT for one who was changed. */
export async function restoreGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  person: Unchanged,
  before: Record<string, unknown>,
): Promise<void> {
  const found = await lockUnchanged(trx, person);
  if (!found) return;
  const after = await updateUser(trx, found.id, before);
  const changes = changesBetween(found, before);
  await recordAudit(trx, actor, { action: 'person.changed', subject: subjectOf(after), changes });
}

async function lockUnchanged(trx: DatabaseTransaction, { id, version }: Unchanged): Promise<UserRow | undefined> {
  const found = await lockPerson(trx, id);
  if (!found) return undefined;
  if (hasAccount(found)) throw kept(found, 'já tem conta');
  if (found.version !== version) throw kept(found, 'foi alterada depois da importação');
  return found;
}

const kept = ({ name }: UserRow, why: string) => new AppError('IMPORT_ROW_KEPT', { row: `${name}: ${why}.` });

const subjectOf = ({ id, name }: UserRow) => ({ type: 'person', id, label: name }) as const;
