import { timeZoneNames } from '@passeio/contract/operator/operator';
import { expect, it } from 'vitest';
import { timeZoneChoices } from './time-zone-choices';

it('names every time zone once, in Portuguese, the others in the order of their names', () => {
  const [home, away] = timeZoneChoices();
  const labelOf = (value: string) => away?.items.find((zone) => zone.value === value)?.label;
  expect([...(home?.items ?? []), ...(away?.items ?? [])].map(({ value }) => value).sort()).toEqual(
    timeZoneNames().sort(),
  );
  expect(home?.items[0]?.label).toBe('Brasília (Sul, Sudeste, GO, DF), GMT-3');
  expect(labelOf('America/New_York')).toMatch(/^Nova York, GMT-[45]$/);
  expect(labelOf('Asia/Tokyo')).toBe('Japão, GMT+9');
  const labels = away?.items.map(({ label }) => label) ?? [];
  expect(labels.filter((label) => label.includes('/'))).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'pt-BR')));
});
