import { SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { type Cause, withCause } from '../process/cause.ts';
import { beginRequest, isTracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cause: Cause;
  }
}

// Asked every second, and files.
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics', '/assets/*']);

/**
 * Makes the request the cause of whatever it starts, so that log lines and jobs name it, and traces it by method,
 * pattern of the route and status. Under hosting they name their `operator`. To be called before other hooks are added.
 */
export function followRequests(app: FastifyInstance, operator?: string): void {
  app.decorateRequest('cause');
  const traces = isTracing();
  app.addHook('onRequest', (request, _, done) => {
    request.cause = { requestId: request.id, ...(operator !== undefined && { operator }) };
    const { url = 'unknown' } = request.routeOptions;
    if (traces && !UNTRACED.has(url)) {
      const { method, id } = request;
      const attributes = { 'http.request.method': method, 'http.route': url, 'passeio.request_id': id };
      const { traceparent } = request.headers as { traceparent?: string };
      request.cause.span = beginRequest(`${method} ${url}`, id, { traceparent, attributes });
    }
    withCause(request.cause, done);
  });
  // Once more, because the body's events come from the socket.
  app.addHook('preValidation', (request, _, done) => withCause(request.cause, done));
  if (!traces) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request.cause;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
