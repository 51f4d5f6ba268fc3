import { randomUUIDv7 } from 'node:crypto';
import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';

function finalManifests(db: Database) {
  return db
    .selectFrom('road_lists')
    .innerJoin('users', 'users.id', 'road_lists.created_by')
    .selectAll('road_lists')
    .select('users.name as author');
}

export type FinalManifestRow = Awaited<ReturnType<ReturnType<typeof finalManifests>['executeTakeFirstOrThrow']>>;

/** The versions of a trip's list, the newest first. */
export function listFinalManifests(db: Database, tripId: string): Promise<FinalManifestRow[]> {
  return finalManifests(db).where('trip_id', '=', tripId).orderBy('road_lists.version', 'desc').execute();
}

export function findFinalManifest(
  db: Database,
  tripId: string,
  version: number,
): Promise<FinalManifestRow | undefined> {
  return finalManifests(db).where('trip_id', '=', tripId).where('road_lists.version', '=', version).executeTakeFirst();
}

/** Inserts the next version, unless its content is that of the newest: then nothing. Of a locked trip. */
export function insertFinalManifest(
  trx: DatabaseTransaction,
  tripId: string,
  content: FinalManifestContent,
  createdBy: string,
): Promise<{ version: number; people: number; content_hash: string } | undefined> {
  const written = JSON.stringify(content);
  return trx
    .insertInto('road_lists')
    .columns(['id', 'trip_id', 'version', 'content', 'created_by'])
    .expression((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('road_lists')
            .where('trip_id', '=', tripId)
            .select([
              sql<number>`coalesce(max(version), 0)`.as('last'),
              sql<unknown>`(array_agg(content order by version desc))[1]`.as('content'),
            ])
            .as('newest'),
        )
        .select([
          sql<string>`${randomUUIDv7()}::uuid`.as('id'),
          sql<string>`${tripId}::uuid`.as('trip_id'),
          sql<number>`newest.last + 1`.as('version'),
          sql<string>`${written}::jsonb`.as('content'),
          sql<string>`${createdBy}::uuid`.as('created_by'),
        ])
        .where(sql<boolean>`newest.content is distinct from ${written}::jsonb`),
    )
    .returning(['version', 'people', 'content_hash'])
    .executeTakeFirst();
}
