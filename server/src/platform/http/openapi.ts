import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorBody } from '@passeio/contract/error-body';
import { API_BASE } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Error responses, for the schema of every route. */
export function errorResponses() {
  return { '4xx': errorBody, '5xx': errorBody };
}

/** Headers of an idempotent write. */
export const writeHeaders = z.looseObject({ 'idempotency-key': z.string().optional() });

/** The body of a write without one; `{}` is accepted, because some clients always send JSON. */
export const noBody = z.strictObject({}).nullish();

/** Generates the OpenAPI document at /api/openapi.json and its pages at /api/docs. */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Passeio',
        version: '1',
        description:
          'Booking API. Errors answer `{ statusCode, code, message, requestId }`; `message` is in Portuguese and ' +
          'meant for the person. Money is in centavos, instants are ISO 8601 in UTC.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: `${API_BASE}docs`,
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

export function openApiRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
