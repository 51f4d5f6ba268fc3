import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nightly, noticeWorker, providerSweeps, sweeps, workers } from './background-work.ts';

const start = async () => undefined;
const nothing = {} as never;
const parts = {
  ...{ db: nothing, jobs: nothing, changes: nothing, logger: nothing },
  publicUrl: '',
  ownKey: nothing,
  provider: nothing,
};
const ofQueues = [...workers({ images: start, receipts: start, emails: start }), noticeWorker(start)];
const ofNights = nightly(nothing, { storage: nothing, deleteExpiredSessions: start });
const ofSweeps = [...sweeps(parts), ...providerSweeps({ ...parts, provider: { name: 'bank' } as never })];

/** The product's sources that contain this, without those of the platform, which define it. */
const sourcesWith = (pattern: RegExp) =>
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts') && !/^(platform|demo)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }))
    .filter(({ text }) => pattern.test(text));

it('each piece of background work has a name of its own and says what a missed run means', () => {
  const all = [...ofSweeps, ...ofNights, ...ofQueues];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { ifMissed } of all) expect(ifMissed).toMatch(/\.$/);
});

it('nothing else repeats work, or does it at fixed times', () => {
  expect(sourcesWith(/\brepeat\(|workAtTimes\(/).map(({ file }) => file)).toEqual(['background-work.ts']);
});

it('every queue of the product is in the table', () => {
  const declared = sourcesWith(/: Queue = /).flatMap(({ text }) =>
    [...text.matchAll(/: Queue = \{[^}]*?\bname: '([a-z-]+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(declared)].toSorted()).toEqual(ofQueues.flatMap(({ queues }) => queues).toSorted());
});
