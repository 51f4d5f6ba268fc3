import { type Actor, type AuditEvent, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { UserRow } from './users.queries.ts';

/** Audits the differences of a person: data, role and access separately. */
export async function recordChange(
  trx: DatabaseTransaction,
  actor: Actor,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const subject = { type: 'person', id: after.id, label: after.name } as const;
  const events: AuditEvent[] = [];
  const changes = changesBetween(dataOf(before), dataOf(after));
  if (Object.keys(changes).length > 0) events.push({ action: 'person.changed', subject, changes });
  if (before.role !== after.role) {
    events.push({ action: 'person.role_changed', subject, changes: { role: [before.role, after.role] } });
  }
  if (before.is_disabled !== after.is_disabled) {
    events.push({ action: after.is_disabled ? 'person.disabled' : 'person.enabled', subject });
  }
  for (const event of events) await recordAudit(trx, actor, event);
}

function dataOf({ name, email, cpf, rg, emitter, birthdate, contact }: UserRow) {
  return { name, email, cpf, rg, emitter, birthdate, contact };
}
