import type { AuditAction } from '@passeio/contract/audit';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

const COLUMNS = ['id', 'at', 'actor_id', 'actor_name', 'action', 'changes'] as const;

export type TimelineRow = Pick<Selectable<Schema['audit_entries']>, (typeof COLUMNS)[number]>;

/** The latest audit entries of a reservation, the newest first. */
export function latestEntries(
  db: Database,
  reservationId: string,
  { without, limit }: { without: AuditAction[]; limit: number },
): Promise<TimelineRow[]> {
  return db
    .selectFrom('audit_entries')
    .select(COLUMNS)
    .where('subject_type', '=', 'reservation')
    .where('subject_id', '=', reservationId)
    .where('action', 'not in', without)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
