import { errorCatalogue } from '@passeio/contract/errors';
import type { PersonCompletion } from '@passeio/contract/users';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { knownPersonErrors, rejectKnownPerson } from './create-guest-person.ts';
import { mayComplete } from './users.policy.ts';
import { lockPerson, type UserRow, updateUser } from './users.queries.ts';

/**
 * Edits a person's data; omitted fields stay. Throws PERSON_NOT_FOUND, PERSON_HAS_ACCOUNT, EMAIL_OF_ACCOUNT,
 * INVALID_INPUT (removing data of an account) or PERSON_KNOWN.
 */
export async function completePerson(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  change: PersonCompletion,
): Promise<UserRow> {
  const before = await lockPerson(trx, id);
  if (!before) throw new AppError('PERSON_NOT_FOUND');
  if (!mayComplete(actor.caller, before)) throw new AppError('PERSON_HAS_ACCOUNT');
  const changes = changesBetween(before, change);
  if (Object.keys(changes).length === 0) return before;
  if (before.subject !== null) validateAccountChange(before, change);
  await rejectKnownPerson(trx, change, id);
  const told = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = await mapConstraintErrors(knownPersonErrors, () => updateUser(trx, id, told));
  await recordAudit(trx, actor, {
    action: 'person.changed',
    subject: { type: 'person', id, label: after.name },
    changes,
  });
  return after;
}

// With an account, the e-mail belongs to the identity provider and no field may be empty.
function validateAccountChange(before: UserRow, change: PersonCompletion): void {
  if (change.email !== undefined && change.email !== before.email) {
    throw new AppError('EMAIL_OF_ACCOUNT', { email: errorCatalogue.EMAIL_OF_ACCOUNT.message });
  }
  const lost = Object.entries(change).find(([, value]) => value === null);
  if (lost) throw new AppError('INVALID_INPUT', { [lost[0]]: 'Preencha este campo.' });
}
