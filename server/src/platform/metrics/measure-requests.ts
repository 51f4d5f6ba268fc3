import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestSeconds } from './metrics.ts';

const KNOWN_METHODS = new Set(METHODS);

/** Measures every request that reaches Fastify. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.routeOptions.url ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
}

/** Measures a request that the page cache has answered since `startedMs`. */
export function measureCached(request: IncomingMessage, response: ServerResponse, startedMs: number): void {
  observe('cached', request.method, response.statusCode, (performance.now() - startedMs) / 1_000);
}

function observe(route: string, method = '', status: number, seconds: number): void {
  requestSeconds.observe({ route, method: KNOWN_METHODS.has(method) ? method : 'other', status }, seconds);
}
