import { ApiError } from '~/lib/api';
import { offerRetry } from '~/ui/feedback/alert';

/**
 * Makes a call whose failure the API client shows in a toast. Where it got no answer, or the server is away, the toast
 * offers to try again, and the outcome waits until that is pressed or the toast has gone. For reads and for writes that
 * may be sent twice, started from where nothing else on the page repeats them.
 */
export async function withRetry<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTransient) || !(await offerRetry())) throw error;
    }
  }
}
