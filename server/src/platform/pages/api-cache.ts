import type { OutgoingHttpHeaders } from 'node:http';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependency } from '../changes/change-log.ts';
import type { KnownQuery } from './cache-key.ts';
import type { PageCache } from './page-cache.ts';

/** Marks a route whose response is the same for every request without a token. */
export interface PublicConfig {
  /** The dependencies of a response: it is cached until one of them changes. */
  dependsOn: (body: never, query: never) => Iterable<Dependency>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    public?: PublicConfig;
  }
  interface FastifyRequest {
    /** The number of the last change when the request began, see `PageCache.storeExact`. */
    changeNumber: number;
    /** The dependencies of the response; null if it must not be cached. */
    dependencies: ReadonlySet<Dependency> | null;
  }
}

/** Caches the responses of routes with a {@link PublicConfig}. */
export function cachePublicResponses(app: FastifyInstance, cache: PageCache): void {
  app.decorateRequest('changeNumber', 0);
  app.decorateRequest('dependencies', null);
  app.addHook('onRequest', async (request) => {
    request.changeNumber = cache.changeNumber;
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { public: config } = request.routeOptions.config;
    if (config && isCacheable(request, reply))
      request.dependencies = new Set(config.dependsOn(payload as never, request.query as never));
    return payload;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { dependencies, changeNumber, url } = request;
    if (!dependencies || typeof payload !== 'string') return;
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    const made = { dependencies, changeNumber };
    await cache
      .storeExact(url, queryOf(request), Buffer.from(payload), headers, made)
      .catch((error) => request.log.warn({ err: error }, 'answer not cached'));
  });
}

function isCacheable(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.method === 'GET' && request.headers.authorization === undefined && reply.statusCode === 200;
}

function queryOf(request: FastifyRequest): KnownQuery {
  const schema: unknown = request.routeOptions.schema?.querystring;
  if (schema instanceof z.ZodObject) return { parameters: Object.keys(schema.shape), rejectsUnknown: true };
  return { parameters: [], rejectsUnknown: false };
}
