import { createApi } from '~/lib/api';
import { fetchWithProgress } from '~/lib/fetch-with-progress';
import { leftWhenRefused } from './api';
import { withToken } from './bearer';

/** An API client for one upload, which tells how much has been sent, from 0 to 1. It shows no toast. */
export function uploadApi(onProgress: (part: number) => void): ReturnType<typeof createApi> {
  return createApi({
    fetch: withToken(fetchWithProgress(onProgress)),
    onFailure: (error) => (leftWhenRefused(error) ? 'handled' : 'rethrow'),
  });
}
