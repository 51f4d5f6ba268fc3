import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The longest that any request may take to arrive; uploads need it. */
export const LONGEST_BODY_MS = 5 * 60_000;
const BODY_MS = 10_000;

/** Whether a request says that a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const deadlines = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/**
 * Cuts off a body that is not there after 10 s. Node's own limit is one for the whole server, and must leave room for
 * a photograph that is sent from the roadside: routes that take such ask for more with {@link extendBodyDeadline}.
 */
export function enforceBodyDeadline(app: FastifyInstance, deadlineMs = BODY_MS): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!hasBody(raw)) return;
    setDeadline(request, reply, deadlineMs);
    const clear = () => clearTimeout(deadlines.get(request));
    raw.once('end', clear);
    raw.once('close', clear);
  });
}

/** Gives the body of a request that is allowed to come five minutes to arrive. */
export async function extendBodyDeadline(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  setDeadline(request, reply, LONGEST_BODY_MS);
}

function setDeadline(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  clearTimeout(deadlines.get(request));
  deadlines.set(request, setTimeout(() => cutOff(request, reply), ms).unref());
}

function cutOff({ raw: { complete, socket } }: FastifyRequest, { raw: { headersSent } }: FastifyReply): void {
  if (complete) return;
  if (!headersSent && socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
