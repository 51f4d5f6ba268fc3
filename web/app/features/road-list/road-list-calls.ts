import type { ExportFormat } from '@passeio/contract/boarding/passengers';
import { type RoadList, type RoadListFreeze, roadList } from '@passeio/contract/boarding/road-lists';
import { apiPaths } from '@passeio/contract/paths';
import { saveFile } from '~/lib/save-file';
import { answered, api, apiInPlace } from '../session/api';
import { withRetry } from '../session/with-retry';

export function loadRoadList(tripId: string, signal: AbortSignal): Promise<RoadList> {
  return answered(api.get(apiPaths.roadList(tripId), roadList, { signal }));
}

/** Closes the list as its next version; a failure is for the dialog to show. */
export function freezeRoadList(tripId: string, body: RoadListFreeze, idempotencyKey: string): Promise<RoadList> {
  return answered(apiInPlace.post(apiPaths.roadListVersions(tripId), roadList, { body, idempotencyKey }));
}

/** Downloads a version as a file. The API client shows failures. */
export async function saveRoadList(tripId: string, version: number, format: ExportFormat): Promise<void> {
  const path = apiPaths.roadListExport(tripId, version);
  saveFile(await withRetry(() => answered(api.download(path, { query: { format } }))));
}
