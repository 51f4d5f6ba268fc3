import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentTraceId } from '../tracing/tracing.ts';
import { currentCause } from './cause.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
// Anything but a word, eight digits or more, and long mixtures of small and capital letters.
const TELLING = /[^\w.-]|\d{8}|\d{3}\.\d{3}\.\d{3}|^(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}$/;

/** A path without what somebody typed into it, and without tokens; ids stay. */
function quietPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.replaceAll(/[^/]+/g, (segment) => (TELLING.test(segment) && !UUID.test(segment) ? '…' : segment));
}

// Query strings may hold a CPF, headers a token, the path of a notice its secret: none is logged.
const serializers = {
  req: (request: { method: string; url: string; ip?: string }) => ({
    method: request.method,
    path: quietPath(request.url).replace(/^(\/webhooks\/[^/]+\/)[^/]+/, '$1…'),
    address: request.ip,
  }),
  // Some other fields hold a whole row, as a database's `detail` does, a request or an answer.
  err: (error: Error) => {
    const { type, message, stack, code, constraint, table, severity } = pino.stdSerializers.err(error);
    const quiet = (text: string) => withoutEmails(severity ? text.replaceAll(/: ".*"/g, ': "…"') : text);
    return { type, code, constraint, table, message: quiet(message), stack: quiet(stack) };
  },
};

/** Names the request that a line goes back to, and its trace. */
const mixin: LoggerOptions['mixin'] = (_, __, logger) => {
  const requestId = currentCause()?.requestId;
  const traceId = currentTraceId();
  return {
    // Fastify's loggers say it themselves.
    ...(requestId && !('reqId' in logger.bindings()) && { reqId: requestId }),
    ...(traceId && { trace_id: traceId }),
  };
};

/** A JSON lines logger. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers,
    mixin,
    redact: ['req.headers', 'busboyOptions.headers', '*.password', '*.cpf', '*.token'],
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Logs a security event with caller and address. `details` holds ids and constants, never input: no name, document,
 * query string or token.
 */
export function logSecurityEvent(request: FastifyRequest, event: string, details: Record<string, unknown> = {}): void {
  request.log.warn({ event, caller: request.caller?.id ?? null, address: request.ip, ...details }, event);
}

/**
 * Replaces e-mail addresses, which errors of mail servers quote, by "email:" and the beginning of their SHA-256, so
 * that lines about one address can still be correlated.
 */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>"'(),;:/]+@[^\s<>"'(),;:/]+/g, (address) => {
    return `email:${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 12)}`;
  });
}
