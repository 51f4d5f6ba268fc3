import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

/** A request whose answer ends when `answer` is called. */
function request(turns: Turns, operator: string, onBegin: () => void, isAnsweredAtOnce = false) {
  const response = Object.assign(new EventEmitter(), { writableEnded: isAnsweredAtOnce });
  turns.take(operator, response as unknown as ServerResponse, onBegin);
  return { answer: () => response.emit('close') };
}

const count = 100;
const numbers = Array.from({ length: count }, (_, number) => number);

it('an operator whose requests are answered at once begins some in each turn, in their order; another one does not wait', async () => {
  const turns = new Turns();
  const begun: number[] = [];
  for (const number of numbers) request(turns, 'flooded', () => begun.push(number), true);
  const before = begun.length;
  let isOtherBegun = false;
  request(turns, 'other', () => (isOtherBegun = true), true);
  expect(isOtherBegun).toBe(true);
  expect(before).toBeLessThan(20);
  let all = 0;
  for (; begun.length < count; all += 1) await nextTurn();
  expect(all).toBeGreaterThan(4);
  expect(begun).toEqual(numbers);
});

it.each([
  ['few requests under way while others are visited', true, 1, 10],
  ['as many as it likes while nobody else is visited', false, count, count],
])('an operator that is flooded has %s, and all are answered', async (_, isShared, least, most) => {
  const turns = new Turns();
  let begun = 0;
  if (isShared) request(turns, 'other', () => undefined, true);
  const asked = numbers.map(() => request(turns, 'flooded', () => (begun += 1)));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(begun).toBeLessThanOrEqual(most);
  expect(begun).toBeGreaterThanOrEqual(least);
  for (const [number, { answer }] of asked.entries()) {
    await vi.waitFor(() => expect(begun).toBeGreaterThan(number), { interval: 1 });
    answer();
  }
  expect(begun).toBe(count);
});
