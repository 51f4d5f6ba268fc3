import { expect, it } from 'vitest';
import { nameAmong, nameWithPayer } from './participant-names.ts';

const people = ['Marta Reis', '', 'Ivo Reis', ''].map((name, index) => ({ id: `${index}`, name }));
const namesOf = (those: typeof people) => those.map((one) => nameAmong(one, those));

it('numbers people without a name among the present ones, so that a removal moves the others up', () => {
  expect(namesOf(people)).toEqual(['Marta Reis', 'Pessoa 2', 'Ivo Reis', 'Pessoa 4']);
  expect(namesOf(people.toSpliced(1, 1))).toEqual(['Marta Reis', 'Ivo Reis', 'Pessoa 3']);
});

it('names the payer where people of several payers stand together', () => {
  expect(nameWithPayer({ name: '', number: 3 }, { name: 'Marta Reis' })).toBe('Pessoa 3 de Marta Reis');
  expect(nameWithPayer({ name: 'Ivo Reis', number: 3 }, { name: 'Marta Reis' })).toBe('Ivo Reis');
});
