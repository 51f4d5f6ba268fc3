import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signUpPayload } from './users.ts';

const nameOf = signUpPayload.shape.name;

it.each(['a', 'a ', ' a', '-'])('refuses a name of 1 MB at once: %j over and over', (unit) => {
  const began = performance.now();
  const name = unit.repeat(1_000_000 / unit.length);
  expect(nameOf.safeParse(name).error?.issues).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1_000);
});

it('accepts a full name exactly if there is a letter, later a space, later a letter', () => {
  const parts = fc.array(fc.constantFrom('a', 'É', ' ', '-', "'"), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(parts, (letters) => {
      const name = letters.join('').replace(/ +/g, ' ').trim();
      fc.pre(name.length >= 3);
      expect(nameOf.safeParse(name).success).toBe(/\p{L}.*\s.*\p{L}/u.test(name));
    }),
  );
});
