import { describe, expect, it } from 'vitest';
import { emptyFields, type TripFields } from './trip-fields';
import { joinLists } from './trip-form';

describe('a list that two people changed', () => {
  it('has what each added and lacks what either removed, line by line', () => {
    const bring = (...lines: string[]): TripFields => ({ ...emptyFields(), bring: lines.join('\n') });
    const versions = {
      base: bring('Água', 'Boné'),
      mine: bring('Água', '', 'Tênis'),
      theirs: bring('Lanche', 'Água', 'Boné'),
    };
    expect(joinLists('bring', versions)).toBe('Lanche\nÁgua\nTênis');
  });

  it('is not joined where both changed the same boarding point', () => {
    const at = (place: string): TripFields => ({
      ...emptyFields(),
      boardingPoints: [{ key: place, id: '1', time: '05:00', place, address: '', imageId: '' }],
    });
    const versions = { base: at('Centro'), mine: at('Praça'), theirs: at('Trevo') };
    expect(joinLists('boardingPoints', versions)).toBeUndefined();
    expect(joinLists('title', versions)).toBeUndefined();
  });
});
