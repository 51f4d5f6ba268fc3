import { expect, test } from 'vitest';
import { partyLabel } from './party-label.ts';

function words(...party: [label: string, count: number][]): string {
  const fares = party.map(([label], index) => ({ id: String(index), label }));
  return partyLabel(
    fares,
    party.map(([, count], index) => ({ fareId: String(index), count })),
  );
}

test('the label of a party is what people say', () => {
  expect(words(['Adulto', 2], ['Criança', 1], ['Criança de colo', 1])).toBe('2 adultos, 1 criança, 1 criança de colo');
  expect(words(['Adulto', 1], ['Criança', 0], ['Criança de colo', 2])).toBe('1 adulto, 2 crianças de colo');
  expect(words(['Adulto – apto duplo', 2])).toBe('2 adultos – apto duplo');
  expect(words(['Criança (6 a 12)', 3])).toBe('3 crianças (6 a 12)');
  expect(words(['Bebê', 2])).toBe('2 bebês');
});

test('a label whose plural is not certain stays as it is', () => {
  expect(words(['Quarto duplo', 2])).toBe('2 × Quarto duplo');
  expect(words(['Professor', 2], ['PCD', 1])).toBe('2 × Professor, 1 PCD');
  expect(words(['Cidadão', 2])).toBe('2 × Cidadão');
});

test('nobody, and fares that are gone, are left out', () => {
  expect(words(['Adulto', 0])).toBe('');
  expect(partyLabel([{ id: 'adulto', label: 'Adulto' }], [{ fareId: 'outra', count: 2 }])).toBe('');
});
