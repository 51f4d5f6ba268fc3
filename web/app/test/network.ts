import { expect, vi } from 'vitest';

/** An answer of the server, or `'lost'` where it never arrives. */
export type Answer = 'lost' | { readonly status?: number; readonly json?: unknown; readonly text?: string };

/**
 * Puts answers where the network would be, by "METHOD /path" without the search; a list is given out in turn, its last
 * one for ever. Whatever else is asked for fails the test. Answers what was sent: `calls` and their `headers` in order,
 * the last of the `bodies` by call.
 */
export function answerCalls(answers: Record<string, Answer | Answer[]>) {
  const calls: string[] = [];
  const headers: Headers[] = [];
  const bodies: Record<string, unknown> = {};
  const left = new Map(Object.entries(answers).map(([call, one]) => [call, [one].flat()]));
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    calls.push(call);
    headers.push(new Headers(init?.headers));
    bodies[call] = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    const waiting = left.get(call);
    const answer = waiting && waiting.length > 1 ? waiting.shift() : waiting?.[0];
    if (!answer) expect.unreachable(`nobody expected ${call}`);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const { status = 200, json, text } = answer;
    return new Response(text ?? (json === undefined ? '' : JSON.stringify(json)), { status });
  });
  return { calls, headers, bodies };
}

/** An answer as the API gives it to what it refuses. */
export function refusal(status: number, more: object = {}): Answer {
  return { status, json: { statusCode: status, code: 'PROVOKED', message: '', requestId: 'test', ...more } };
}
