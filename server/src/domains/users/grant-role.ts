import type { Role } from '@passeio/contract/users/users';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { recordChange } from './record-change.ts';
import { findByIdentity, saveRoleGrant, updateUser } from './users.queries.ts';

/** Grants a role to an identity, audited: at once if it has a profile, else when it gets one. */
export async function grantRole(db: Database, actor: Actor, identity: VerifiedIdentity, role: Role): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await findByIdentity(trx, identity);
    if (before) return recordChange(trx, actor, before, await updateUser(trx, before.id, { role }));
    await saveRoleGrant(trx, identity, role);
    await recordAudit(trx, actor, {
      action: 'person.role_changed',
      subject: { type: 'person', id: identity.subject, label: identity.email },
      changes: { role: [null, role] },
    });
  });
}
