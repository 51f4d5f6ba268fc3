import {
  type AuditEntry,
  type AuditFilters,
  type AuditList,
  type AuditSubject,
  auditRoutes as entries,
} from '@passeio/contract/audit';
import { id as idField } from '@passeio/contract/fields';
import { COUNT_LIMIT } from '@passeio/contract/pages';
import type { App } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle } from '../../platform/http/handle.ts';
import { readTimeZone } from '../settings/index.ts';
import { type EntryRow, findSubjects, listEntries } from './audit.queries.ts';

export async function auditRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  handle(app, entries.list, ({ query }) => findEntries(db, query));
  handle(app, entries.readHistory, ({ params, query }) =>
    findEntries(db, { ...query, subject: 'person', subjectId: params.userId }),
  );
}

/**
 * A page of audit entries, the newest first. Throws INVALID_INPUT beyond the counted entries, because deep offsets
 * would read all entries before: the caller must filter by date.
 */
async function findEntries(db: Database, filters: AuditFilters): Promise<AuditList> {
  const { page, size } = filters;
  if (page * size > COUNT_LIMIT + size) {
    throw new AppError('INVALID_INPUT', { page: 'São registros demais para ir tão longe. Escolha um período.' });
  }
  const { rows, ...count } = await listEntries(db, { ...filters, timeZone: await readTimeZone(db) });
  return { data: await presentEntries(db, rows), page: { number: page, size, ...count } };
}

async function presentEntries(db: Database, rows: EntryRow[]): Promise<AuditEntry[]> {
  const idsOf = (type: AuditSubject) =>
    rows
      .filter((row) => row.subject_type === type && idField.safeParse(row.subject_id).success)
      .map((row) => row.subject_id);
  const subjects = await findSubjects(db, {
    trip: idsOf('trip'),
    person: idsOf('person'),
    reservation: idsOf('reservation'),
    vehicle: idsOf('vehicle'),
    crew: idsOf('crew'),
  });
  return rows.map((row) => presentEntry(row, subjects.get(row.subject_id)));
}

/** `subject`: what still exists of the audited thing; undefined if deleted. */
function presentEntry(row: EntryRow, subject: { tripId: string | null } | undefined): AuditEntry {
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
      isThere: row.subject_type === 'settings' || row.subject_type === 'connection' || subject !== undefined,
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
