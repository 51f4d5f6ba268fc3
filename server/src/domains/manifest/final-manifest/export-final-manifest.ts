import type { ExportFormat } from '@passeio/contract/boarding/passengers';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { asCsv } from '../../../platform/spreadsheets/csv.ts';
import { asXlsx } from '../../../platform/spreadsheets/xlsx.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip } from '../../trips/index.ts';
import { type ExportedFile, mediaTypes } from '../export/table.ts';
import { type FinalManifestPdf, finalManifestAsPdf } from './final-manifest-pdf.ts';
import { finalManifestFacts, finalManifestTable } from './final-manifest-table.ts';
import { findFinalManifest } from './final-manifests.queries.ts';

interface Choice {
  tripId: string;
  version: number;
  format: ExportFormat;
}

/** A frozen list as a file, always the same. Audited. Throws TRIP_NOT_FOUND, ROAD_LIST_NOT_FOUND, ROAD_LIST_ERASED. */
export async function exportFinalManifest(
  db: Database,
  actor: Actor,
  { tripId, version, format }: Choice,
): Promise<ExportedFile> {
  const { trip, list } = await inTransaction(db, async (trx) => {
    const found = await findTrip(trx, 'id', tripId);
    if (!found) throw new AppError('TRIP_NOT_FOUND');
    const row = await findFinalManifest(trx, tripId, version);
    if (!row) throw new AppError('ROAD_LIST_NOT_FOUND');
    if (row.erased_at) throw new AppError('ROAD_LIST_ERASED');
    await recordAudit(trx, actor, {
      action: 'trip.road_list_exported',
      subject: { type: 'trip', id: tripId, label: found.title },
      changes: { format: [null, format], version: [null, version], people: [null, row.people] },
    });
    return { trip: found, list: { ...row, timeZone: await readTimeZone(trx) } };
  });
  return {
    name: `lista-${trip.slug}-${list.content.trip.departure.date}-v${version}.${format}`,
    mediaType: mediaTypes[format],
    content: await render(format, list),
  };
}

function render(format: ExportFormat, list: FinalManifestPdf): Promise<Buffer> | Buffer {
  switch (format) {
    case 'csv':
      return asCsv(finalManifestTable(list.content));
    case 'xlsx':
      return asXlsx({ ...finalManifestTable(list.content), heading: finalManifestFacts(list.content) });
    case 'pdf':
      return finalManifestAsPdf(list);
  }
}
