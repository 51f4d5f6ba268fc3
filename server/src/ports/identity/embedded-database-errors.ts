import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseAway } from '../../platform/http/errors.ts';

type AuthHandler = (request: Request) => Promise<Response>;

const current = new AsyncLocalStorage<{ error?: unknown }>();

/**
 * Better Auth catches some database errors, logs them, and answers as if there were no session. As its logger, this
 * records errors of an unavailable database for {@link throwDatabaseErrors}.
 */
export const databaseErrorLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...details: unknown[]): void {
    const request = current.getStore();
    if (request) request.error ??= details.find(isDatabaseAway);
  },
};

/** Wraps the library's handler to rethrow recorded database errors, which must become 503 and not 401 or 422. */
export function throwDatabaseErrors(handler: AuthHandler): AuthHandler {
  return (request) =>
    current.run({}, async () => {
      const response = await handler(request);
      const { error } = current.getStore() ?? {};
      if (!response.ok && error) throw error;
      return response;
    });
}
