import type { ErrorBody } from '@passeio/contract/api/error-body';
import { type ErrorCode, errorCatalogue } from '@passeio/contract/api/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { StorageFullError, StorageUnavailableError } from '../../ports/storage/port.ts';

// nginx's status for the same case.
const CLIENT_CLOSED_REQUEST = 499;

/** What else a response says, for those codes that have it. */
type ErrorDetails = Pick<
  ErrorBody,
  'quote' | 'amountCents' | 'totalCents' | 'extraId' | 'contract' | 'affected' | 'occupants'
>;

/** An expected error with a code of the catalogue, which defines its HTTP status and its sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, fields?: Record<string, string>, details?: ErrorDetails) {
    super(errorCatalogue[code].message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

// Error codes of Fastify and its plugins.
const codesOfLibraries: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_REQ_FILE_TOO_LARGE: 'IMAGE_TOO_LARGE',
  FST_MP_PREMATURE_CLOSE: 'UPLOAD_INCOMPLETE',
};

// SQLSTATEs that mean "try again": no connection, starting or stopping (08, 53, 57P), a database that is being moved
// (3D), read-only (25006), deadlock, serialisation failure, time-outs of locks, statements and transactions.
const UNAVAILABLE_SQLSTATE = /^(08|3D|53|57P|25006|25P03|40P01|40001|55P03|57014)/;
// A network that is cut says unreachable.
const UNAVAILABLE_ERRNO = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable|connection has been discarded/;

/** Whether `error` means that the database is unavailable at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect';
  return (
    hasNoSocket ||
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_ERRNO.has(code) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  );
}

/** Maps `error` to the response body; unknown errors become a bare 500. */
export function describeError(error: unknown, requestId: string): ErrorBody {
  const code = errorCodeOf(error);
  const { status, message } = errorCatalogue[code];
  const fields = error instanceof AppError ? error.fields : fieldsOf(error);
  const firstField = fields && Object.values(fields)[0];
  return {
    statusCode: status,
    code,
    message: firstField ?? message,
    requestId,
    ...(fields && Object.keys(fields).length > 0 ? { fields } : {}),
    ...(error instanceof AppError ? error.details : {}),
  };
}

/** Registers the one error handler for all routes. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasGone(request)) {
    // The error may be the closed socket's, so it is not logged as ours.
    request.log.info('the client disconnected');
    return reply.status(CLIENT_CLOSED_REQUEST).send();
  }
  const body = describeError(error, request.id);
  if (body.code === 'STORAGE_FULL') request.log.error({ err: error }, 'the storage takes no files');
  if (body.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error');
  else if (body.code === 'UNAVAILABLE')
    request.log.warn({ reason: error instanceof Error ? error.message : error }, 'unavailable');
  if (body.code === 'UNAVAILABLE') reply.header('retry-after', '5');
  if (body.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  return reply.status(body.statusCode).header('cache-control', 'no-store').send(body);
}

/** Whether the client disconnected before the response. */
function hasGone({ raw }: FastifyRequest): boolean {
  const { socket } = raw;
  return socket.destroyed || socket.remoteAddress === undefined || (raw.destroyed && !raw.complete);
}

function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id is treated like an unknown one.
    return error.validationContext === 'params' ? 'NOT_FOUND' : 'INVALID_INPUT';
  }
  if (error instanceof StorageFullError) return 'STORAGE_FULL';
  if (error instanceof StorageUnavailableError || isDatabaseAway(error)) return 'UNAVAILABLE';
  const { code, statusCode } = error as FastifyError;
  if (typeof code === 'string' && code in codesOfLibraries) return codesOfLibraries[code] as ErrorCode;
  if (statusCode === 429) return 'TOO_MANY_REQUESTS';
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'MALFORMED_BODY';
  return 'INTERNAL';
}

function fieldsOf(error: unknown): Record<string, string> | undefined {
  if (!hasZodFastifySchemaValidationErrors(error) || error.validationContext === 'params') return undefined;
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (message && !(field in fields)) fields[field] = message;
  }
  return fields;
}
