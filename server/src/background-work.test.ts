import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { queueWork, sweeps } from './background-work.ts';
import { dueMoments } from './due-moments.ts';
import type { PaymentProvider } from './ports/payments/port.ts';
import { providerTable } from './ports/payments/providers.ts';

const nothing = {} as never;
const parts = {
  ...{ db: nothing, jobs: nothing, changes: nothing, storage: nothing, logger: nothing, recovery: nothing },
  publicUrl: '',
  providers: providerTable([
    { name: 'bank', kind: 'pix', notices: {} },
    { name: 'another bank', kind: 'pix', notices: {} },
    { name: 'cards', kind: 'card', notices: {} },
    { name: 'other cards', kind: 'card', notices: {} },
  ] as PaymentProvider[]),
};
const queues = queueWork.map(({ queue }) => queue.name);

/** The product's sources that contain this, without those of the platform, which define it. */
const sourcesWith = (pattern: RegExp) =>
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('platform/'))
    .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }))
    .filter(({ text }) => pattern.test(text));

it('each piece of background work has a name of its own and says what a missed run means', () => {
  const names = [...sweeps(parts).map(({ name }) => name), ...queues];
  expect(new Set(names).size).toBe(names.length);
  for (const { ifMissed } of [...sweeps(parts), ...queueWork]) expect(ifMissed).toMatch(/\.$/);
});

it('each sweep of an operator says when it has something to do, also while that sleeps', () => {
  const hosted = sweeps({ ...parts, recovery: undefined, connections: nothing });
  const names = hosted.map(({ name }) => name.replace(/^(another bank|other cards|card)-/, ''));
  const queued = queueWork.map(({ queue }) => queue.name);
  expect(names.filter((name) => !(name in dueMoments))).toEqual([]);
  expect(Object.keys(dueMoments).filter((name) => !names.includes(name) && !queued.includes(name))).toEqual([]);
});

it('administrators read what failed work means, but for e-mails, which they see one by one', () => {
  const unshown = queueWork.filter(({ shown }) => !shown).map(({ queue }) => queue.name);
  expect(unshown).toEqual(['emails']);
  for (const { shown } of queueWork) if (shown) expect(shown.ifFailed).toMatch(/\.$/);
  const labels = queueWork.flatMap(({ shown }) => shown?.label ?? []);
  expect(new Set(labels).size).toBe(labels.length);
});

it('nothing else works a queue, repeats work, or does it at fixed times', () => {
  // Style sheets repeat columns, and texts characters.
  const starts = /(?<!\.)\brepeat\((?!auto)|\.work(AtTimes)?[(<]|\b(work|workAtTimes)\b[^;]*\} = \w*[jJ]obs\b/;
  // The host wakes operators, whose work this is, and archives their cluster once.
  expect(sourcesWith(starts).map(({ file }) => file)).toEqual([
    'background-work.ts',
    'hosting/host-recovery.ts',
    'hosting/sleepers.ts',
  ]);
});

it('every queue of the product is in the table', () => {
  const declared = sourcesWith(/: Queue = /).flatMap(({ text }) =>
    [...text.matchAll(/: Queue = \{[^}]*?\bname: '([a-z-]+)'/g)].map(([, name]) => name),
  );
  const enqueued = queueWork.filter(({ cron }) => !cron).map(({ queue }) => queue.name);
  expect([...new Set(declared)].toSorted()).toEqual(enqueued.toSorted());
});
