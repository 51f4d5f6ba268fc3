import { expect, test } from 'vitest';
import { boarder, boardingOf } from '~/test/boarding';
import { readSaved } from './saved-boarding';

const list = boardingOf([boarder(), boarder({ notes: 'Alergia a amendoim' })]);
const saved = { savedAt: list.now, clockOffsetMs: 250, list };
const stored = (value: unknown) => readSaved(JSON.parse(JSON.stringify(value)));

test('a stored list is read as it was', () => {
  expect(stored(saved)).toEqual(saved);
  expect(stored({ ...saved, list: { ...list, people: [] } })).toEqual({ ...saved, list: { ...list, people: [] } });
});

test('a list that a later version stored is read', () => {
  const later = list.people.map((person) => ({ ...person, luggage: 2 }));
  expect(stored({ ...saved, list: { ...list, people: later } })).toEqual(saved);
});

test('a list that was stored before people had extras is read', () => {
  const older = list.people.map(({ extras: _, ...person }) => person);
  expect(stored({ ...saved, list: { ...list, people: older } })).toEqual(saved);
});

const earlier = list.people.map(({ seat: _, ...person }) => person);

test.each([
  ['nothing', undefined],
  ['a list that an earlier version stored', { ...saved, list: { ...list, people: earlier } }],
  ['something else', { savedAt: 'x' }],
  ['people without a name', { ...saved, list: { ...list, people: [{ id: list.people[0]?.id }] } }],
])('%s is no list', (_, value) => {
  expect(readSaved(value)).toBeUndefined();
});
