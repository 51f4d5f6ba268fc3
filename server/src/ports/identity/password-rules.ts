import { checkPassword, type PasswordOwner, passwordProblems } from '@passeio/contract/users/passwords';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';

/** Throws the problem's code when a request would set a refused password. */
export async function validatePassword(context: GenericEndpointContext): Promise<void> {
  const { password, newPassword, name, email } = (context.body ?? {}) as Record<string, unknown>;
  if (context.path === '/sign-up/email') validate(password, { name: textOf(name), email: textOf(email) });
  // A reset link does not tell whose it is.
  else if (context.path === '/reset-password') validate(newPassword, {});
  // Checked against the e-mail only: this page does not know the name.
  else if (context.path === '/change-password')
    validate(newPassword, { email: (await getSessionFromCtx(context))?.user.email });
}

function validate(password: unknown, owner: PasswordOwner): void {
  const code = typeof password === 'string' ? checkPassword(password, owner) : undefined;
  if (code) throw new APIError('BAD_REQUEST', { code, message: passwordProblems[code].sentence });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
