import type { PersonCompletion } from '@passeio/contract/users/users';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { knownPersonErrors, rejectKnownPerson } from './create-guest-person.ts';
import { hasAccount } from './users.policy.ts';
import { lockPerson, updateUser } from './users.queries.ts';

/**
 * Corrects the data of a person without an account; omitted fields stay.
 * Throws PERSON_NOT_FOUND, PERSON_HAS_ACCOUNT or PERSON_KNOWN.
 */
export async function correctGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  change: PersonCompletion,
): Promise<void> {
  const before = await lockPerson(trx, id);
  if (!before) throw new AppError('PERSON_NOT_FOUND');
  if (hasAccount(before)) throw new AppError('PERSON_HAS_ACCOUNT');
  const changes = changesBetween(before, change);
  if (Object.keys(changes).length === 0) return;
  await rejectKnownPerson(trx, change, id);
  const told = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = await mapConstraintErrors(knownPersonErrors, () => updateUser(trx, id, told));
  await recordAudit(trx, actor, {
    action: 'person.changed',
    subject: { type: 'person', id, label: after.name },
    changes,
  });
}
