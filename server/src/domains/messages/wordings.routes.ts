import { MAX_TEMPLATE_KEY, ownWordings, wordingUpdate } from '@passeio/contract/messages/message-templates';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { changeWording, readWordings, resetWording } from './wordings.ts';

const tags = ['settings'];
const params = z.object({ key: z.string().max(MAX_TEMPLATE_KEY) });
const response = { 200: ownWordings, ...errorResponses() };

export async function wordingsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/settings/messages',
    { schema: { tags, summary: "The operator's own wordings of messages; the others have the default", response } },
    () => readWordings(db),
  );

  app.put(
    '/settings/messages/:key',
    {
      bodyLimit: LARGE_BODY,
      schema: {
        tags,
        summary:
          'Change the wording of a message; refused when somebody else saved meanwhile; answers all own wordings',
        params,
        body: wordingUpdate,
        response,
      },
    },
    (request) => changeWording(db, actorOf(request), request.params.key, request.body),
  );

  app.delete(
    '/settings/messages/:key',
    {
      schema: { tags, summary: 'Give a message its default wording back; answers all own wordings', params, response },
    },
    (request) => resetWording(db, actorOf(request), request.params.key),
  );
}
