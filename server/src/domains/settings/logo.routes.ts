import { id } from '@passeio/contract/fields';
import { operatorSettings } from '@passeio/contract/operator/operator';
import { logoRenditions } from '@passeio/contract/operator/settings';
import { z } from '@passeio/contract/zod';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { extendBodyDeadline } from '../../platform/http/body-deadline.ts';
import { AppError } from '../../platform/http/errors.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { acceptUploads, uploadedFiles } from '../../platform/http/uploads.ts';
import { changeLogo, openLogo, removeLogo } from './logo.ts';

const tags = ['settings'];
const ONE_YEAR_S = 365 * 24 * 60 * 60;

export async function logoRoutes(app: App): Promise<void> {
  await app.register(uploadRoute);

  app.delete(
    '/settings/logo',
    {
      config: { changes: 'operator' },
      schema: {
        tags,
        summary: "Take the operator's logo away",
        response: { 200: operatorSettings, ...errorResponses() },
      },
    },
    (request) => removeLogo(app.deps, actorOf(request)),
  );

  app.get(
    '/settings/logo/:logoId/:rendition',
    {
      schema: {
        tags,
        summary: "One rendition of the operator's logo",
        params: z.object({ logoId: id, rendition: z.enum(logoRenditions) }),
      },
    },
    async (request, reply) => {
      const { logoId, rendition } = request.params;
      const content = await openLogo(app.deps.storage, logoId, rendition);
      if (!content) throw new AppError('NOT_FOUND');
      // Immutable: a new logo has a new id.
      return reply
        .header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`)
        .type(rendition.endsWith('.webp') ? 'image/webp' : 'image/png')
        .send(content);
    },
  );
}

// A plugin context of its own: only these routes parse multipart.
async function uploadRoute(app: App): Promise<void> {
  await acceptUploads(app, { files: 1, megabytes: 2 });

  app.put(
    '/settings/logo',
    {
      config: { changes: 'operator' },
      preParsing: extendBodyDeadline,
      // Documented only; the file is streamed.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorCompiler(route as never)),
      schema: {
        tags,
        summary: "Replace the operator's logo: PNG, JPEG or WebP of up to 2 MB; transparency stays",
        consumes: ['multipart/form-data'],
        body: z.object({ logo: z.file() }),
        response: { 200: operatorSettings, ...errorResponses() },
      },
    },
    (request) => changeLogo(app.deps, actorOf(request), uploadedFiles(request)),
  );
}
