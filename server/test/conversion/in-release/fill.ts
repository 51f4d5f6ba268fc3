import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { backUp } from '../../../src/platform/backup/back-up.ts';
import { Book } from '../../money-model/book.ts';
import { expectEqual, readSums } from '../../money-model/readings.ts';
import { sequences, take } from '../../money-model/steps.ts';
import { openWindow } from '../../money-model/window.ts';
import { moveOtherMoney } from './other-money.ts';
import { readMoney } from './read-money.ts';

// It runs as a test in the tree of the release that is converted: every kind of money, backed up by that release, and
// what staff reads of it.
const { FILLED_BACKUP = '', FILLED_READINGS = '', FILLED_SEQUENCES = '' } = process.env;
const SEED = 31;
const HOUR_MS = 3_600_000;

it(
  'every kind of money is moved',
  async () => {
    const window = await openWindow();
    const { app, ask } = window;
    for (const steps of fc.sample(sequences, { seed: SEED, numRuns: Number(FILLED_SEQUENCES) })) {
      const book = new Book();
      const trips = [
        await window.sell('Serra', { priceCents: 18_903, depositPercent: 30, penaltyPercent: 20 }),
        await window.sell('Lago', { priceCents: 12_345, depositPercent: 50, penaltyPercent: 0 }),
      ];
      for (const { id, token } of [await window.client(), await window.client()]) {
        book.accounts.push({ id, token, creditCents: 0 });
      }
      const before = await readSums(window);
      for (const step of steps) {
        await take({ window, book, trips }, step);
        // What notices bring may still wait in a queue.
        await vi.waitFor(
          () =>
            expectEqual(window, book, before).catch(async (error) => {
              await window.settle();
              throw error;
            }),
          { timeout: 60_000, interval: 200 },
        );
      }
    }
    await moveOtherMoney(window);
    const reservations = await app.db.selectFrom('reservations').select('id').orderBy('id').execute();
    const trips = await app.db.selectFrom('trips').select('id').orderBy('id').execute();
    const ids = { reservations: reservations.map(({ id }) => id), trips: trips.map(({ id }) => id) };
    const get = async (path: string) => {
      const { status, body } = await ask('GET', path);
      return status === 200 ? body : undefined;
    };
    expect(ids.reservations.length).toBeGreaterThan(0);
    await writeFile(FILLED_READINGS, JSON.stringify({ ids, readings: await readMoney(get, ids) }));
    const { dataDir } = app.app.deps.config;
    await backUp({ connectionString: app.databaseUrl, dataDir, folders: ['files', 'secrets'], file: FILLED_BACKUP });
    await window.close();
  },
  HOUR_MS,
);
