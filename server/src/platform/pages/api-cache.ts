import type { OutgoingHttpHeaders } from 'node:http';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependency } from '../changes/change-log.ts';
import type { KnownQuery } from './cache-key.ts';
import type { PageCache } from './page-cache.ts';

/** Of a route that answers the same to everybody who sends no token. */
export interface PublicConfig {
  /** What an answer is made of: it is cached until that changes. */
  dependsOn: (answer: never, query: never) => Iterable<Dependency>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    public?: PublicConfig;
  }
  interface FastifyRequest {
    /** The last change when the request began: what was read before a change is not cached after it. */
    changeNumber: number;
    /** What the answer is made of, where it is to be cached. */
    dependencies: ReadonlySet<Dependency> | null;
  }
}

/** Caches what routes with a {@link PublicConfig} answer. */
export function cachePublicResponses(app: FastifyInstance, cache: PageCache): void {
  app.decorateRequest('changeNumber', 0);
  app.decorateRequest('dependencies', null);
  app.addHook('onRequest', async (request) => {
    request.changeNumber = cache.changeNumber;
  });
  app.addHook('preSerialization', async (request, reply, answer) => {
    const { public: config } = request.routeOptions.config;
    if (config && isTheSameForAll(request, reply))
      request.dependencies = new Set(config.dependsOn(answer as never, request.query as never));
    return answer;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { dependencies, changeNumber, url } = request;
    if (!dependencies || typeof payload !== 'string') return;
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    const made = { dependencies, changeNumber };
    // The answer is good even where it cannot be cached.
    await cache
      .storeExact(url, queryOf(request), Buffer.from(payload), headers, made)
      .catch((error) => request.log.warn({ err: error }, 'answer not cached'));
  });
}

function isTheSameForAll(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.method === 'GET' && request.headers.authorization === undefined && reply.statusCode === 200;
}

function queryOf(request: FastifyRequest): KnownQuery {
  const schema: unknown = request.routeOptions.schema?.querystring;
  if (schema instanceof z.ZodObject) return { parameters: Object.keys(schema.shape), refusesOthers: true };
  return { parameters: [], refusesOthers: false };
}
