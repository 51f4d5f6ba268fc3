import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { lacksForAntt, type ManifestLayout } from '@passeio/contract/boarding/antt-list';
import type {
  FinalManifest,
  FinalManifestContent,
  FinalManifestDetails,
  FinalManifestFreeze,
} from '@passeio/contract/boarding/final-manifest';
import { countManifestChanges, manifestChanges } from '@passeio/contract/boarding/final-manifest-changes';
import type { ExportFormat } from '@passeio/contract/boarding/passengers';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit, recordView } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { asCsv, asXlsx } from '../../../platform/spreadsheets/spreadsheets.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip, lockTrip } from '../../trips/index.ts';
import { mediaTypes } from '../export/table.ts';
import { type ManifestParty, readManifestParty } from './final-manifest-content.ts';
import { type FinalManifestPdf, finalManifestAsPdf } from './final-manifest-pdf.ts';
import { finalManifestFacts, tableInLayout } from './final-manifest-table.ts';

/** The final manifests of a trip, with what changed since. Audited. Throws TRIP_NOT_FOUND. */
export async function openFinalManifest(db: Database, actor: Actor, tripId: string): Promise<FinalManifest> {
  const party = await readManifestParty(db, tripId);
  const subject = { type: 'trip', id: tripId, label: party.trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject });
  return present(party, await listFinalManifests(db, tripId));
}

/**
 * Freezes who is going as the next version; the newest version stays if nothing has changed since. Throws
 * ROAD_LIST_INCOMPLETE if somebody lacks data and is not accepted as they are.
 */
export async function freezeFinalManifest(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { acceptedMissing, ...details }: FinalManifestFreeze,
): Promise<FinalManifest> {
  // Versions are numbered one after the other.
  if (!(await lockTrip(trx, tripId))) throw new AppError('TRIP_NOT_FOUND');
  const party = await readManifestParty(trx, tripId);
  if (party.content.passengers.length === 0) throw new AppError('ROAD_LIST_EMPTY');
  const accepted = new Set(acceptedMissing);
  if (party.missing.some(({ participantId }) => !accepted.has(participantId))) {
    throw new AppError('ROAD_LIST_INCOMPLETE');
  }
  const frozen = await insertFinalManifest(trx, tripId, { ...party.content, details }, callerOfActor(actor).id);
  if (frozen) {
    const { version, people, content_hash } = frozen;
    await recordAudit(trx, actor, {
      action: 'trip.road_list_frozen',
      subject: { type: 'trip', id: tripId, label: party.trip.title },
      changes: {
        version: [null, version],
        people: [null, people],
        hash: [null, content_hash],
        ...(party.missing.length > 0 ? { missing: [null, party.missing.length] } : {}),
      },
    });
  }
  return present(party, await listFinalManifests(trx, tripId));
}

// As they were last typed; the plate only as long as the vehicle is the same.
function nextDetails(
  newest: FinalManifestContent | undefined,
  vehicle: string,
  usual: FinalManifestDetails,
): FinalManifestDetails {
  if (!newest) return usual;
  return newest.trip.vehicle === vehicle ? newest.details : { ...newest.details, plate: usual.plate };
}

function present(
  { trip, content, missing, unauthorized, usualDetails }: ManifestParty,
  rows: FinalManifestRow[],
): FinalManifest {
  const newest = rows[0];
  const changesSince = (row: FinalManifestRow) => manifestChanges(row.content.passengers, content.passengers);
  return {
    trip: {
      id: trip.id,
      title: trip.title,
      date: trip.departs_at.toISOString(),
      returnDate: trip.returns_at.toISOString(),
      vehicle: trip.vehicle,
      interstate: trip.interstate,
    },
    operator: content.operator,
    details: nextDetails(newest?.content, content.trip.vehicle, usualDetails),
    people: content.passengers.length,
    missing,
    unauthorized,
    versions: rows.map((row) => ({
      version: row.version,
      people: row.people,
      hash: row.content_hash,
      createdAt: row.created_at.toISOString(),
      author: row.author,
      changes: row.erased_at ? null : countManifestChanges(changesSince(row), row.people),
      erasedAt: row.erased_at?.toISOString() ?? null,
      interstate: row.content.trip.interstate,
      anttMissing: row.content.trip.interstate ? countLackingForAntt(row.content) : 0,
    })),
    changes: newest && !newest.erased_at ? changesSince(newest) : [],
    tripChanged:
      newest !== undefined &&
      !newest.erased_at &&
      !isDeepStrictEqual([newest.content.trip, newest.content.operator], [content.trip, content.operator]),
  };
}

function countLackingForAntt({ passengers }: FinalManifestContent): number {
  return passengers.filter(({ missing = [] }) => lacksForAntt(missing)).length;
}

interface Choice {
  tripId: string;
  version: number;
  format: ExportFormat;
  layout: ManifestLayout;
}

/**
 * A frozen list as a file, always the same. Audited. Throws ROAD_LIST_NOT_INTERSTATE if there is no ANTT's list of it.
 */
export async function exportFinalManifest(
  db: Database,
  actor: Actor,
  { tripId, version, format, layout }: Choice,
): Promise<ExportedFile> {
  const { trip, list } = await inTransaction(db, async (trx) => {
    const found = await findTrip(trx, 'id', tripId);
    if (!found) throw new AppError('TRIP_NOT_FOUND');
    const row = await findFinalManifest(trx, tripId, version);
    if (!row) throw new AppError('ROAD_LIST_NOT_FOUND');
    if (row.erased_at) throw new AppError('ROAD_LIST_ERASED');
    if (layout === 'antt' && !row.content.trip.interstate) throw new AppError('ROAD_LIST_NOT_INTERSTATE');
    await recordAudit(trx, actor, {
      action: 'trip.road_list_exported',
      subject: { type: 'trip', id: tripId, label: found.title },
      changes: {
        format: [null, format],
        version: [null, version],
        people: [null, row.people],
        ...(layout === 'antt' ? { layout: [null, layout] } : {}),
      },
    });
    return { trip: found, list: { ...row, layout, timeZone: await readTimeZone(trx) } };
  });
  return {
    name: `lista-${layout === 'antt' ? 'antt-' : ''}${trip.slug}-${list.content.trip.departure.date}-v${version}.${format}`,
    mediaType: mediaTypes[format],
    content: await render(format, list),
  };
}

function render(format: ExportFormat, list: FinalManifestPdf): Promise<Buffer> | Buffer {
  switch (format) {
    case 'csv':
      return asCsv(tableInLayout(list));
    case 'xlsx':
      return asXlsx({ ...tableInLayout(list), heading: finalManifestFacts(list.content) });
    case 'pdf':
      return finalManifestAsPdf(list);
  }
}

function finalManifests(db: Database) {
  return db
    .selectFrom('final_manifests')
    .innerJoin('users', 'users.id', 'final_manifests.created_by')
    .selectAll('final_manifests')
    .select('users.name as author');
}

type FinalManifestRow = Awaited<ReturnType<ReturnType<typeof finalManifests>['executeTakeFirstOrThrow']>>;

/** The versions of a trip's list, the newest first. */
function listFinalManifests(db: Database, tripId: string): Promise<FinalManifestRow[]> {
  return finalManifests(db).where('trip_id', '=', tripId).orderBy('final_manifests.version', 'desc').execute();
}

function findFinalManifest(db: Database, tripId: string, version: number): Promise<FinalManifestRow | undefined> {
  return finalManifests(db)
    .where('trip_id', '=', tripId)
    .where('final_manifests.version', '=', version)
    .executeTakeFirst();
}

/** Inserts the next version, unless its content is that of the newest: then nothing. Of a locked trip. */
function insertFinalManifest(
  trx: DatabaseTransaction,
  tripId: string,
  content: FinalManifestContent,
  createdBy: string,
): Promise<{ version: number; people: number; content_hash: string } | undefined> {
  const written = JSON.stringify(content);
  return trx
    .insertInto('final_manifests')
    .columns(['id', 'trip_id', 'version', 'content', 'created_by'])
    .expression((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('final_manifests')
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
