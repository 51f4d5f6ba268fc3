import { operatorSettings, operatorUpdate } from '@passeio/contract/operator/operator';
import { accessSettings, publicSettings } from '@passeio/contract/operator/settings';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { changeOperator, readOperatorSettings } from './change-operator.ts';
import { changeAccessSettings, readPublicSettings } from './settings.ts';

const tags = ['settings'];

export async function settingsRoutes(app: App): Promise<void> {
  const { db, identity, demoBankUrl } = app.deps;

  app.get(
    '/settings',
    {
      config: { public: { dependsOn: () => ['operator'] } },
      schema: { tags, summary: "The operator's public data", response: { 200: publicSettings, ...errorResponses() } },
    },
    () => readPublicSettings(db, identity.settings, demoBankUrl),
  );

  app.put(
    '/settings/access',
    {
      config: { changes: 'operator' },
      schema: {
        tags,
        summary: 'Change what the operator decides about access',
        body: accessSettings,
        response: { 200: publicSettings, ...errorResponses() },
      },
    },
    async (request) => {
      await changeAccessSettings(db, actorOf(request), request.body);
      logSecurityEvent(request, 'access settings changed');
      return readPublicSettings(db, identity.settings, demoBankUrl);
    },
  );

  app.get(
    '/settings/operator',
    {
      schema: {
        tags,
        summary: 'Everything about the operator, for its administrators',
        response: { 200: operatorSettings, ...errorResponses() },
      },
    },
    () => readOperatorSettings(db),
  );

  app.put(
    '/settings/operator',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'operator' },
      schema: {
        tags,
        summary: 'Replace what the operator tells about itself; refused when somebody else saved meanwhile',
        body: operatorUpdate,
        response: { 200: operatorSettings, ...errorResponses() },
      },
    },
    (request) => changeOperator(db, actorOf(request), request.body),
  );
}
