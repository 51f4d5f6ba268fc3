import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { API_BASE } from '@passeio/contract/paths';
import type { App } from '../../deps.ts';
import { describeApi } from './describe-api.ts';

/** Serves the API's description at /api/openapi.json and its pages at /api/docs. It is made when first asked for. */
export async function registerOpenApi(app: App): Promise<void> {
  const document = {};
  let description: Promise<object> | undefined;
  const describe = () => {
    description ??= describeApi(app.deps.config.publicUrl, app.handled).then((made) => Object.assign(document, made));
    return description;
  };
  app.get(`${API_BASE}openapi.json`, describe);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: `${API_BASE}docs`,
    uiHooks: { preHandler: async () => void (await describe()) },
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      // The hash is of a style element that Swagger UI's script adds.
      'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
      'img-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
    // Sends nothing to Swagger's own server.
    uiConfig: { validatorUrl: null },
    indexPrefix: '',
  });
}
