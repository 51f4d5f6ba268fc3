import type { OperatorSettings, OperatorUpdate } from '@passeio/contract/operator/operator';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { api, orRedirect, uploadApi } from '~/features/session/api';
import { expireSettings } from '~/lib/settings';

/** API calls of the settings page. */
export const operatorCalls = {
  load: (signal?: AbortSignal): Promise<OperatorSettings> =>
    orRedirect(api.call(settingsRoutes.readOperator, { signal })),
  /** Failures are shown in a toast and thrown. */
  save: (body: OperatorUpdate): Promise<OperatorSettings> => changed(api.call(settingsRoutes.changeOperator, { body })),
};
export type OperatorCalls = typeof operatorCalls;

/** Throws without a toast: the error is shown beside the field. */
export function sendLogo(file: File, onProgress: (part: number) => void): Promise<OperatorSettings> {
  return changed(uploadApi(onProgress).call(settingsRoutes.changeLogo, { body: { logo: file } }));
}

export function removeLogo(): Promise<OperatorSettings> {
  return changed(api.call(settingsRoutes.removeLogo));
}

/** Makes open pages reload the operator's settings. */
async function changed(call: Promise<OperatorSettings | undefined>): Promise<OperatorSettings> {
  const settings = await orRedirect(call);
  expireSettings();
  return settings;
}
