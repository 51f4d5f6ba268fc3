import { expect, vi } from 'vitest';

/** An answer of the server; `'lost'` where the connection breaks, `'hangs'` where the call just waits. */
export type FakeResponse = 'lost' | 'hangs' | Answer | Promise<Answer>;

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

/**
 * Puts answers where the network would be, by "METHOD /path" without the search; a list is given out in turn, its last
 * one for ever. Whatever else is asked for fails the test. Answers what was sent: `calls` and their `headers` in order,
 * the last of the `searches` and `bodies` by call.
 */
export function answerCalls(responses: Record<string, FakeResponse | FakeResponse[]>) {
  const calls: string[] = [];
  const headers: Headers[] = [];
  const searches: Record<string, string> = {};
  const bodies: Record<string, unknown> = {};
  const left = new Map(Object.entries(responses).map(([call, one]) => [call, [one].flat()]));
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    calls.push(call);
    headers.push(new Headers(init?.headers));
    searches[call] = search;
    bodies[call] = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    const waiting = left.get(call);
    const response = waiting && waiting.length > 1 ? waiting.shift() : waiting?.[0];
    if (!response) expect.unreachable(`nobody expected ${call}`);
    if (response === 'lost') throw new TypeError('Failed to fetch');
    if (response === 'hangs') return untilAborted(init?.signal);
    const { status = 200, json, text } = (await response) as Answer;
    const body = text ?? (json === undefined ? '' : JSON.stringify(json));
    return new Response(status === 204 ? null : body, { status });
  });
  return { calls, headers, searches, bodies };
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** An answer as the API gives it to what it refuses. */
export function refusal(status: number, more: object = {}): FakeResponse {
  return { status, json: { statusCode: status, code: 'PROVOKED', message: '', requestId: 'test', ...more } };
}
