import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteOverIn, seal, unseal, unsealAll } from './vault';

const DAY_MS = 86_400_000;
const OWN = 'own-vault-test';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { name = '' } of await indexedDB.databases()) if (name.startsWith(OWN)) indexedDB.deleteDatabase(name);
});

const databases = async () =>
  (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith(OWN));

test('a list is gone once its trip is back, others stay, and an empty database goes too', async () => {
  await seal(OWN, 'today', { people: ['Ana'] }, Date.now() + DAY_MS);
  await seal(OWN, 'tomorrow', { people: ['Rui'] }, Date.now() + 2 * DAY_MS);
  await seal(`${OWN}-2`, 'today', { people: ['Caio'] }, Date.now() + DAY_MS);
  await deleteOverIn(['own-']);
  expect(await unseal(OWN, 'today')).toEqual({ people: ['Ana'] });

  vi.setSystemTime(Date.now() + DAY_MS);
  await deleteOverIn(['own-']);
  expect(await unseal(OWN, 'today')).toBeUndefined();
  expect(await unseal(OWN, 'tomorrow')).toEqual({ people: ['Rui'] });
  await expect.poll(databases).toEqual([OWN]);
});

test('all lists are read, without those that are over', async () => {
  expect(await unsealAll(OWN)).toEqual([]);
  await seal(OWN, 'today', { people: ['Ana'] }, Date.now() + DAY_MS);
  await seal(OWN, 'tomorrow', { people: ['Rui'] }, Date.now() + 2 * DAY_MS);
  expect(await unsealAll(OWN)).toEqual([{ people: ['Ana'] }, { people: ['Rui'] }]);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await unsealAll(OWN)).toEqual([{ people: ['Rui'] }]);
});

test('a list that is over is not read, also where nobody deleted it, and not stored', async () => {
  await seal(OWN, 'today', { people: ['Ana'] }, Date.now() + DAY_MS);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await unseal(OWN, 'today')).toBeUndefined();
  await seal(OWN, 'yesterday', { people: ['Ana'] }, Date.now() - 1);
  expect(await unseal(OWN, 'yesterday')).toBeUndefined();
});

test('a list that is stored while empty databases are deleted stays', async () => {
  for (let round = 0; round < 20; round++) {
    const database = `${OWN}-${round}`;
    const looking = (async () => {
      for (let look = 0; look < 5; look++) await deleteOverIn([database]);
    })();
    await Promise.all([seal(database, 'today', round, Date.now() + DAY_MS), looking]);
    await deleteOverIn([database]);
    expect(await unseal(database, 'today')).toBe(round);
  }
});
