import { errorCatalogue } from '@passeio/contract/errors';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { IdentityError } from './identity/error';

/** Message for a failed call to the provider or the API; undefined if it has none of its own. */
export function failureSentence(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status === 0 ? explainFailure(error) : error.message;
  if (!(error instanceof IdentityError)) return undefined;
  if (error.failure === 'tooMany') return errorCatalogue.TOO_MANY_REQUESTS.message;
  return error.failure === 'unreachable' ? explainFailure(undefined) : undefined;
}
