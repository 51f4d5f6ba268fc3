import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseAway } from '../../platform/http/errors.ts';

type AuthHandler = (request: Request) => Promise<Response>;

const current = new AsyncLocalStorage<{ error?: unknown }>();

/**
 * The library catches some errors of its database, logs them, and answers as if there were no session or no room for
 * a new account. As its logger, this notes those that say that the database is away, for {@link throwDatabaseErrors}.
 */
export const databaseErrorLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...details: unknown[]): void {
    const request = current.getStore();
    if (request) request.error ??= details.find(isDatabaseAway);
  },
};

/** The library's handler, throwing what it caught of a database that is away: that is no 401 and no 422. */
export function throwDatabaseErrors(handler: AuthHandler): AuthHandler {
  return (request) =>
    current.run({}, async () => {
      const response = await handler(request);
      const { error } = current.getStore() ?? {};
      if (!response.ok && error) throw error;
      return response;
    });
}
