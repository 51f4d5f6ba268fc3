import { publicSettings } from '@passeio/contract/settings';
import type { App } from '../../deps.ts';
import { errorAnswers } from '../../platform/openapi.ts';
import { readPublicSettings } from './settings.ts';

export async function settingsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/settings',
    {
      schema: {
        tags: ['settings'],
        summary: "The operator's public data",
        response: { 200: publicSettings, ...errorAnswers() },
      },
    },
    () => readPublicSettings(db),
  );
}
