import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch, WebHandler } from '@passeio/contract/web-handler';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limited } from '../http/rate-limits.ts';
import { fetchFrom, type PublicRoutes } from './public-routes.ts';

/** `token`: of a payer's link; otherwise the session's is in the header `authorization`. */
const asked = z.strictObject({
  path: z.string().startsWith('/').max(500),
  token: z.string().min(1).max(200).optional(),
});

interface Setup {
  handler: WebHandler;
  routes: PublicRoutes;
  publicUrl: string;
}

/**
 * Answers what the reader of a page behind login or a link sees first, as HTML that the page's script puts into its
 * place. Never cached; only a script that has the credentials can ask for it. The API's own routes are called with
 * these credentials, so that they decide what the reader may see. 204 where they refuse, which the page says itself.
 */
export function registerFirstViews(app: FastifyInstance, { handler, routes, publicUrl }: Setup): void {
  app.post('/first-view', {
    schema: { body: asked },
    onRequest: [limited(app, { name: 'first-view', max: 1_200, windowMs: 10 * 60_000 })],
    async handler(request, reply) {
      const { path, token } = request.body as z.output<typeof asked>;
      reply.header('cache-control', 'no-store');
      const isSomebodys = (token === undefined) === (request.headers.authorization !== undefined);
      if (!isSomebodys) return reply.status(204).send();
      const html = await handler.drawFirst(publicUrl + path, {
        token,
        apiFetch: fetchAs(app, request),
        publicFetch: fetchFrom(routes, () => {}),
      });
      if (html === undefined) return reply.status(204).send();
      return reply.type('text/html; charset=utf-8').send(html);
    },
  });
}

/** Calls the API in this process as the reader who asked. */
function fetchAs(
  app: FastifyInstance,
  { ip, headers: { authorization, 'user-agent': agent } }: FastifyRequest,
): ApiFetch {
  return async (url, { method = 'GET', body } = {}) => {
    if (!url.startsWith(API_BASE)) throw new Error(`not a path of the API: ${url}`);
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      remoteAddress: ip,
      headers: {
        accept: 'application/json',
        ...(agent && { 'user-agent': agent }),
        ...(authorization && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: body as string }),
    });
    return new Response(response.statusCode === 204 ? null : response.body, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type'] ?? '') },
    });
  };
}
