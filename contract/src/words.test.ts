import { expect, it } from 'vitest';
import { firstName, maskEmail } from './words.ts';

it.each([
  ['Ana Lima', 'Ana'],
  ['  Júlia   Prado ', 'Júlia'],
  ['Seu Antônio Ferreira', 'Seu Antônio'],
  ['DONA Cleusa', 'DONA Cleusa'],
  ['Dr. Paulo Reis', 'Dr. Paulo'],
  ['sra  Íris Żak', 'sra Íris'],
  // Nothing follows the form of address: it is the name.
  ['Seu', 'Seu'],
  ['Seulin Kim', 'Seulin'],
  ['', ''],
])('greets "%s" as "%s"', (name, greeted) => {
  expect(firstName(name)).toBe(greeted);
});

it('shows of an e-mail no more than one letter and the provider', () => {
  expect(maskEmail('tereza@exemplo.com')).toBe('t•••@exemplo.com');
});
