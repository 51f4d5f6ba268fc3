import { expect, test } from 'vitest';
import { boarder, boardingOf } from '~/test/boarding';
import { readSaved } from './client-boarding';

const list = boardingOf([boarder(), boarder({ notes: 'Alergia a amendoim' })]);
const saved = { savedAt: list.now, clockOffsetMs: 250, list };
const stored = (value: unknown) => readSaved(JSON.parse(JSON.stringify(value)));

test('a stored list is read as it was', () => {
  expect(stored(saved)).toEqual(saved);
  expect(stored({ ...saved, list: { ...list, people: [] } })).toEqual({ ...saved, list: { ...list, people: [] } });
});

test('a list that an earlier version stored is brought up to date, and one of a later version is read', () => {
  const earlier = list.people.map(({ seat: _, ...person }) => person);
  expect(stored({ ...saved, list: { ...list, people: earlier } })).toEqual(saved);
  const later = list.people.map((person) => ({ ...person, luggage: 2 }));
  expect(stored({ ...saved, list: { ...list, people: later } })).toEqual(saved);
});

test.each([
  ['nothing', undefined],
  ['something else', { savedAt: 'x' }],
  ['people without a name', { ...saved, list: { ...list, people: [{ id: list.people[0]?.id }] } }],
])('%s is no list', (_, value) => {
  expect(readSaved(value)).toBeUndefined();
});
