import { type OperatorSettings, type OperatorUpdate, operatorSettings } from '@passeio/contract/operator/operator';
import { apiPaths } from '@passeio/contract/paths';
import { expireSettings } from '~/lib/settings';
import { answered, api } from '../session/api';
import { uploadApi } from '../session/upload-api';

export function loadOperator(signal?: AbortSignal): Promise<OperatorSettings> {
  return answered(api.get(apiPaths.operatorSettings, operatorSettings, { signal }));
}

/** API calls of the settings page. */
export const operatorCalls = {
  load: loadOperator,
  /** Failures are shown in a toast and thrown. */
  save: (update: OperatorUpdate): Promise<OperatorSettings> =>
    changed(api.put(apiPaths.operatorSettings, operatorSettings, { body: update })),
};
export type OperatorCalls = typeof operatorCalls;

/** Throws without a toast: the error is shown beside the field. */
export function sendLogo(file: File, onProgress: (part: number) => void): Promise<OperatorSettings> {
  const body = new FormData();
  body.append('logo', file);
  return changed(uploadApi(onProgress).put(apiPaths.logo, operatorSettings, { body }));
}

export function removeLogo(): Promise<OperatorSettings> {
  return changed(api.delete(apiPaths.logo, operatorSettings));
}

/** Makes open pages reload the operator's settings. */
async function changed(call: Promise<OperatorSettings | undefined>): Promise<OperatorSettings> {
  const settings = await answered(call);
  expireSettings();
  return settings;
}
