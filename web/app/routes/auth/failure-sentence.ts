import { errorCatalogue } from '@passeio/contract/errors';
import { IdentityError } from '~/features/session/identity/error';
import { ApiError } from '~/lib/api';

/** What to tell about a failed sign-in or sign-up beyond the catalogue's toast; undefined if there is no more to say. */
export function failureSentence(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status === 0 ? errorCatalogue.UNAVAILABLE.message : error.message;
  if (!(error instanceof IdentityError)) return undefined;
  if (error.failure === 'tooMany') return errorCatalogue.TOO_MANY_REQUESTS.message;
  return error.failure === 'unreachable' ? errorCatalogue.UNAVAILABLE.message : undefined;
}
