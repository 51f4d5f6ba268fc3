import { checkPassword } from '@passeio/contract/users/passwords';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkNewPassword, passwordStrength } from './new-password-input';

it('the meter praises exactly what will be taken', () => {
  const owner = { name: 'Ana Lima', email: 'ana.lima@exemplo.com.br' };
  const typed = fc.oneof(
    fc.string({ maxLength: 140 }),
    fc.constantFrom('password', 'Password123', 'ana.lima2024', 'aaaaaaaa', '1234567', 'anoitecer', 'q1w2e3r4'),
  );
  fc.assert(
    fc.property(typed, (password) => {
      fc.pre(password !== '');
      const isTaken = checkPassword(password, owner) === undefined;
      expect(passwordStrength(password, owner).level > 1).toBe(isTaken);
      expect(checkNewPassword(password, owner) === undefined).toBe(isTaken);
    }),
  );
});
