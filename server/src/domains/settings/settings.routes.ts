import { accessSettings, publicSettings } from '@passeio/contract/settings';
import type { App } from '../../deps.ts';
import { errorAnswers } from '../../platform/openapi.ts';
import { changeAccessSettings, readPublicSettings } from './settings.ts';

export async function settingsRoutes(app: App): Promise<void> {
  const { db, identity } = app.deps;

  app.get(
    '/settings',
    {
      schema: {
        tags: ['settings'],
        summary: "The operator's public data",
        response: { 200: publicSettings, ...errorAnswers() },
      },
    },
    () => readPublicSettings(db, identity.settings),
  );

  app.put(
    '/settings/access',
    {
      schema: {
        tags: ['settings'],
        summary: 'Change what the operator decides about access',
        body: accessSettings,
        response: { 200: publicSettings, ...errorAnswers() },
      },
    },
    async (request) => {
      await changeAccessSettings(db, request.body);
      request.log.info({ caller: request.caller?.id, address: request.ip }, 'access settings changed');
      return readPublicSettings(db, identity.settings);
    },
  );
}
