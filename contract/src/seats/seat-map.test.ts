import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawMap, mapFault, numberSeats, seatSide, seatsOf, vehiclePresets } from './seat-map.ts';

describe('presets', () => {
  it.each(vehiclePresets.map((preset) => [preset.label, preset] as const))(
    '%s has as many seats as it says',
    (label, { map }) => {
      expect(mapFault(map)).toBeUndefined();
      expect(seatsOf(map)).toHaveLength(Number(/\d+/.exec(label)?.[0]));
    },
  );

  it('have odd numbers at the windows of rows of four', () => {
    const bus = vehiclePresets.find(({ key }) => key === 'bus46');
    const row = bus?.map[1] ?? [];
    expect(row.map(({ label }) => label)).toEqual(['1', '2', '', '4', '3']);
    expect(row.map((_, column) => seatSide(row, column))).toEqual(['window', 'aisle', 'middle', 'aisle', 'window']);
    for (const each of bus?.map ?? []) {
      for (const [column, { kind, label }] of each.entries()) {
        if (kind === 'seat') expect(Number(label) % 2 === 1).toBe(seatSide(each, column) === 'window');
      }
    }
  });
});

const maps = fc
  .integer({ min: 1, max: 7 })
  .chain((width) =>
    fc.array(fc.string({ unit: fc.constantFrom(...'PPPP.xTWD'), minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 25,
    }),
  )
  .map((drawn) => drawMap(drawn.join(' ')));

it('numbers every seat once, from 1, and nothing else', () => {
  fc.assert(
    fc.property(maps, fc.constantFrom('windowFirst' as const, 'byRow' as const), (map, numbering) => {
      const numbered = numberSeats(map, numbering);
      const labels = seatsOf(numbered).map(({ label }) => Number(label));
      expect(labels.toSorted((one, other) => one - other)).toEqual(labels.map((_, index) => index + 1));
      expect(numbered.map((row) => row.map(({ kind }) => kind))).toEqual(map.map((row) => row.map(({ kind }) => kind)));
      expect(numbered.flat().filter(({ kind, label }) => kind !== 'seat' && label !== '')).toEqual([]);
      expect(mapFault(numbered)).toBe(labels.length === 0 ? 'Desenhe pelo menos uma poltrona.' : undefined);
    }),
  );
});

it.each([
  ['', 'Use de 1 a 25 fileiras.'],
  ['PP.PP PP.P', 'Todas as fileiras precisam ter a mesma largura.'],
  ['PPPPPPPP', 'Use de 1 a 7 lugares por fileira.'],
  ['TTT', 'Desenhe pelo menos uma poltrona.'],
])('refuses %j', (drawing, fault) => {
  const map = drawing === '' ? [] : numberSeats(drawMap(drawing), 'byRow');
  expect(mapFault(map)).toBe(fault);
});

it('refuses a number twice, and one that is none', () => {
  const map = numberSeats(drawMap('PPP'), 'byRow');
  const labelled = (label: string) => [[...(map[0] ?? []).slice(0, 2), { kind: 'seat' as const, label }]];
  expect(mapFault(labelled('2'))).toBe('A poltrona 2 está repetida.');
  expect(mapFault(labelled('1 A'))).toContain('precisa de um número');
  expect(mapFault(labelled('A1'))).toBeUndefined();
});
