import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Node's request time-out, which has to suit uploads. */
export const MAX_BODY_MS = 5 * 60_000;
const BODY_MS = 10_000;

/** Whether a request says that a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const deadlines = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/**
 * Closes connections whose body has not arrived within 10 s. Node's own time-out applies to the whole server and has to
 * suit uploads over slow lines: those routes use {@link extendBodyDeadline}.
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

/** Allows the body of this request {@link MAX_BODY_MS} to arrive. */
export async function extendBodyDeadline(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  setDeadline(request, reply, MAX_BODY_MS);
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
