import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Drain } from '../process/drain.ts';
import { MAX_BODY_MS } from './body-deadline.ts';
import { Connections } from './connections.ts';

const TIMEOUTS = {
  // Node's limit suits uploads; other bodies have a shorter deadline.
  requestTimeout: MAX_BODY_MS,
  headersTimeout: 8_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the idle time-out of reverse proxies (60 s), so that they never reuse a connection that is being
  // closed.
  keepAliveTimeout: 72_000,
};

// Statuses of requests that Node's parser refuses.
const REFUSALS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers a request, from the cache or by Fastify. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** The HTTP server of a process, with its time-outs and its drain. */
export interface Listener {
  server: Server;
  drain: Drain;
}

/** An HTTP server that hands its requests to `serve`; it does not listen yet. */
export function createListener(serve: Serve): Listener {
  const server = createServer(TIMEOUTS, (request, response) => {
    // Further requests of a connection that was closed for pipelining too many.
    if (!request.socket.destroyed) serve(request, response);
  });
  server.on('clientError', refuse);
  return { server, drain: new Drain(server, new Connections(server)) };
}

function refuse(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = REFUSALS[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status];
  const body = JSON.stringify({ statusCode: status, error: reason });
  const head = `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json`;
  if (socket.writable) socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  socket.destroy(error);
}
