import { expect } from 'vitest';

const TRIES = 10;

/**
 * Asks again while the answer is 503, which must come with Retry-After, as a client does: locks and connections are
 * waited for a few seconds, which many requests at once may exceed on a busy machine.
 */
export async function retryWhileBusy<Answer extends { status: number; headers: Headers }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === TRIES) return answer;
    expect(answer.headers.get('retry-after')).toBe('5');
  }
}
