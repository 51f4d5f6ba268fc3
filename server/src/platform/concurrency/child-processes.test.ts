import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChildProcesses } from './child-processes.ts';

const ORDERS = pathToFileURL(join(import.meta.dirname, 'answer-orders.ts')).href;
const CHILD = `
import { answerOrders } from '${ORDERS}';
const acts = {
  add: () => 1 + 1,
  environment: () => Object.keys(process.env).filter((name) => name.startsWith('SECRET')),
  refuse: () => { throw Object.assign(new Error('no'), { code: 'SPREADSHEET_EMPTY' }); },
  fail: () => { throw new Error('broken'); },
  exit: () => process.exit(),
  abort: () => process.abort(),
  hang: () => { for (;;); },
  fill: () => { const kept = []; for (;;) kept.push({}); },
};
answerOrders((act) => acts[act]());
`;

let folder: string;
let children: ChildProcesses<string, unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-children-'));
  const file = join(folder, 'child.mjs');
  await writeFile(file, CHILD);
  const limits = { file, processes: 1, maxQueued: 20, timeoutMs: 5_000, memoryMb: 64 };
  children = new ChildProcesses({ ...limits, ifLost: 'SPREADSHEET_BOMB' });
});
afterAll(() => rm(folder, { recursive: true }));

it('a child process answers, refuses and fails as the work in it does, without our secrets', async () => {
  process.env.SECRET_OF_THIS_TEST = 'secret';
  expect(await children.run('add')).toBe(2);
  expect(await children.run('environment')).toEqual([]);
  await expect(children.run('refuse')).rejects.toMatchObject({ code: 'SPREADSHEET_EMPTY' });
  await expect(children.run('fail')).rejects.toThrow(/a child process failed: Error: broken/);
  delete process.env.SECRET_OF_THIS_TEST;
});

it.each(['exit', 'abort', 'hang', 'fill'])(
  'an order that ends its process (%s) is refused, and the next one gets another process',
  async (act) => {
    await expect(children.run(act)).rejects.toMatchObject({ code: 'SPREADSHEET_BOMB' });
    expect(await children.run('add')).toBe(2);
  },
  30_000,
);
