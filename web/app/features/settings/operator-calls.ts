import { type OperatorSettings, type OperatorUpdate, operatorSettings } from '@passeio/contract/operator';
import { apiPaths } from '@passeio/contract/paths';
import { createApi } from '~/lib/api';
import { fetchWithProgress } from '~/lib/fetch-with-progress';
import { expireSettings } from '~/lib/settings';
import { answered, api, leftWhenRefused } from '../session/api';
import { withToken } from '../session/bearer';

export function loadOperator(signal?: AbortSignal): Promise<OperatorSettings> {
  return answered(api.get(apiPaths.operatorSettings, operatorSettings, { signal }));
}

/** What the settings page asks of the API. */
export const operatorCalls = {
  load: loadOperator,
  /** A failure is told in a toast, and thrown. */
  save: (update: OperatorUpdate): Promise<OperatorSettings> =>
    changed(api.put(apiPaths.operatorSettings, operatorSettings, { body: update })),
};
export type OperatorCalls = typeof operatorCalls;

/** What goes wrong is said beside the field, not in a toast: the caller gets it thrown. */
export function sendLogo(file: File, onProgress: (part: number) => void): Promise<OperatorSettings> {
  const body = new FormData();
  body.append('logo', file);
  const sending = createApi({
    fetch: withToken(fetchWithProgress(onProgress)),
    onFailure: (error) => (leftWhenRefused(error) ? 'handled' : 'rethrow'),
  });
  return changed(sending.put(apiPaths.logo, operatorSettings, { body }));
}

export function removeLogo(): Promise<OperatorSettings> {
  return changed(api.delete(apiPaths.logo, operatorSettings));
}

/** What the open pages know of the operator is out of date then. */
async function changed(call: Promise<OperatorSettings | undefined>): Promise<OperatorSettings> {
  const settings = await answered(call);
  expireSettings();
  return settings;
}
