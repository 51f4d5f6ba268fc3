import type { ExportFormat } from '@passeio/contract/boarding/passengers';
import { roadListRoutes } from '@passeio/contract/boarding/road-list-routes';
import type { RoadList, RoadListFreeze } from '@passeio/contract/boarding/road-lists';
import { saveFile } from '~/lib/save-file';
import { answered, api, apiInPlace } from '../session/api';
import { withRetry } from '../session/with-retry';

export function loadRoadList(tripId: string, signal: AbortSignal): Promise<RoadList> {
  return answered(api.call(roadListRoutes.read, { params: { tripId }, signal }));
}

/** Closes the list as its next version; a failure is for the dialog to show. */
export function freezeRoadList(tripId: string, body: RoadListFreeze): Promise<RoadList> {
  return answered(apiInPlace.call(roadListRoutes.freeze, { params: { tripId }, body }));
}

/** Downloads a version as a file. The API client shows failures. */
export async function saveRoadList(tripId: string, version: number, format: ExportFormat): Promise<void> {
  const input = { params: { tripId, version }, query: { format } };
  saveFile(await withRetry(() => answered(api.download(roadListRoutes.exportVersion, input))));
}
