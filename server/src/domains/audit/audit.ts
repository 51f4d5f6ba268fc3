import type { AuditEntry, AuditFilters, AuditList, AuditSubject } from '@passeio/contract/audit';
import { id as idField } from '@passeio/contract/fields';
import { COUNT_LIMIT } from '@passeio/contract/pages';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { presentEntry } from './audit.present.ts';
import { type EntryRow, findSubjects, listEntries } from './audit.queries.ts';

/**
 * A page of audit entries, the newest first. Throws INVALID_INPUT beyond the counted entries, because deep offsets
 * would read all entries before: the caller must filter by date.
 */
export async function findEntries(db: Database, filters: AuditFilters): Promise<AuditList> {
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
  });
  return rows.map((row) => presentEntry(row, subjects.get(row.subject_id)));
}
