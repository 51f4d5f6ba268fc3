import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { checkPassword } from './passwords.ts';

const ana = { name: 'Ana Conceição Lima', email: 'anoca.lima@exemplo.com.br' };

describe('a new password', () => {
  it.each([
    ['1234567', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Password123', 'PASSWORD_TOO_COMMON'],
    ['abcabcabcabc', 'PASSWORD_TOO_COMMON'],
    ['conceicao2024', 'PASSWORD_LIKE_PERSON'],
    ['Ana.Lima.1990!', 'PASSWORD_LIKE_PERSON'],
    ['anoca.lima!!', 'PASSWORD_LIKE_PERSON'],
  ])('"%s" is refused: %s', (password, problem) => expect(checkPassword(password, ana)).toBe(problem));

  it.each(['trem das onze e quinze', 'a ana correu na chuva', 'çãõ-ñ-ü-é-ß', '        ~é1x'])(
    '"%s" is taken',
    (password) => expect(checkPassword(password, ana)).toBeUndefined(),
  );

  it('is none of the 3,000 commonest that are long and varied enough', () => {
    const words = (dictionary['passwords-common'] as string[])
      .filter((word) => word.length >= 8 && new Set(word).size >= 4)
      .slice(0, 3_000);
    expect(words.filter((word) => checkPassword(word) !== 'PASSWORD_TOO_COMMON')).toEqual([]);
  });
});
