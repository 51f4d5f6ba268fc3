import { drawMap, mapFault, numberSeats, seatsOf, vehiclePresets, writeMap } from '@passeio/contract/seats/seat-map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditedMap, editMap, type MapChange, startEditing } from './map-editing';

const van = numberSeats(drawMap('T.D PP. PP.'), 'windowFirst');
const after = (...changes: MapChange[]) => changes.reduce(editMap, startEditing(van));
const written = ({ map }: EditedMap) => writeMap(map);

describe('drawing a map', () => {
  it('paints a square, numbers seats by the rule, and takes it back', () => {
    const painted = after({ do: 'paint', at: { row: 1, column: 2 }, kind: 'seat' });
    expect(written(painted)).toBe('T . D / 1 2 3 / 4 5 .');
    expect(written(editMap(painted, { do: 'undo' }))).toBe('T . D / 1 2 . / 3 4 .');
  });

  it('numbers by hand once a number is typed, and gives new seats the first free one', () => {
    const typed = after({ do: 'go', to: { row: 1, column: 0 } }, { do: 'label', label: ' a1 ' });
    expect(typed.numbering).toBe('byHand');
    expect(written(editMap(typed, { do: 'paint', at: { row: 1, column: 2 }, kind: 'seat' }))).toBe(
      'T . D / A1 2 1 / 3 4 .',
    );
    expect(written(editMap(typed, { do: 'number', numbering: 'byRow' }))).toBe('T . D / 1 2 . / 3 4 .');
  });

  it('repeats the row that is chosen, removes it, but not the last one', () => {
    const more = after({ do: 'go', to: { row: 2, column: 1 } }, { do: 'insertRow' });
    expect(written(more)).toBe('T . D / 1 2 . / 3 4 . / 5 6 .');
    expect(more.at).toEqual({ row: 3, column: 1 });
    const none = [1, 2, 3, 4].reduce((map) => editMap(map, { do: 'removeRow' }), more);
    expect(none.map).toHaveLength(1);
  });

  it('grows and shrinks by columns', () => {
    expect(written(after({ do: 'width', columns: 4 }))).toBe('T . D . / 1 2 . . / 3 4 . .');
    expect(written(after({ do: 'width', columns: 1 }))).toBe('T / 1 / 2');
  });

  it('knows by which rule a map is numbered', () => {
    expect(startEditing(vehiclePresets[6]?.map ?? []).numbering).toBe('windowFirst');
    expect(startEditing(numberSeats(vehiclePresets[6]?.map ?? [], 'byRow')).numbering).toBe('byRow');
  });
});

const square = fc.record({ row: fc.nat(26), column: fc.nat(8) });
const changes: fc.Arbitrary<MapChange> = fc.oneof(
  fc.record({ do: fc.constant('go' as const), to: square }),
  fc.record({
    do: fc.constant('paint' as const),
    at: fc.record({ row: fc.constant(0), column: fc.constant(0) }),
    kind: fc.constantFrom('seat' as const, 'aisle' as const, 'toilet' as const),
  }),
  fc.record({
    do: fc.constant('number' as const),
    numbering: fc.constantFrom('byRow' as const, 'windowFirst' as const, 'byHand' as const),
  }),
  fc.record({ do: fc.constant('width' as const), columns: fc.integer({ min: 0, max: 9 }) }),
  fc.constantFrom({ do: 'insertRow' as const }, { do: 'removeRow' as const }, { do: 'undo' as const }),
);

it('never leaves a map that is refused for its shape or a repeated number, and takes everything back', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 40 }), (steps) => {
      const edited = steps.reduce(editMap, startEditing(van));
      const fault = mapFault(edited.map);
      expect(fault === undefined || seatsOf(edited.map).length === 0).toBe(true);
      let back = edited;
      while (back.past.length > 0) back = editMap(back, { do: 'undo' });
      expect(written(back)).toBe(written(startEditing(van)));
    }),
  );
});
