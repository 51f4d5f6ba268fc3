import { createContext, data } from 'react-router';
import { type Api, ApiError } from './api';

/** The API as the server reaches it while rendering: without anybody's credentials. */
export const apiContext = createContext<Api>();

/** Marks the scripts of the page being rendered as ours. */
export const nonceContext = createContext<string>();

/** Which build of the web this is: another one has other files. */
export const buildContext = createContext<string>();

/** The answer of a call made in a loader; a refusal becomes the page's own status and sentence. */
export async function loaded<Answer>(call: Promise<Answer | undefined>): Promise<Answer> {
  try {
    const answer = await call;
    if (answer !== undefined) return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw data({ message: error.message }, { status: error.status || 503 });
  }
  throw new Error('the API answered nothing');
}
