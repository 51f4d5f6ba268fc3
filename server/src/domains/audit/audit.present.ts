import type { AuditEntry } from '@passeio/contract/audit';
import type { EntryRow } from './audit.queries.ts';

/** `subject`: what still exists of the audited thing; undefined if deleted. */
export function presentEntry(row: EntryRow, subject: { tripId: string | null } | undefined): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role },
    address: row.address,
    device: row.device,
    requestId: row.request_id,
    action: row.action,
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      label: row.subject_label,
      // There is exactly one operator.
      isThere: row.subject_type === 'settings' || subject !== undefined,
      tripId: subject?.tripId ?? null,
    },
    changes: Object.fromEntries(Object.entries(row.changes).map(([field, change]) => [field, shorten(change)])),
  };
}

// Long values are truncated, to bound the size of a page.
const MAX_TEXT = 600;

function shorten([before, after]: [unknown, unknown]): [unknown, unknown] {
  return [shortenValue(before), shortenValue(after)];
}

function shortenValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT) return `${value.slice(0, MAX_TEXT)}…`;
  return Array.isArray(value) ? value.map(shortenValue) : value;
}
