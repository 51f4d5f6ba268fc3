import { checkPassword, type PasswordOwner, passwordProblems } from '@passeio/contract/passwords';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';

/** Throws, with the code of the problem, where a call would set a password that the judge refuses. */
export async function refuseBadPassword(context: GenericEndpointContext): Promise<void> {
  const { password, newPassword, name, email } = (context.body ?? {}) as Record<string, unknown>;
  if (context.path === '/sign-up/email') refuse(password, { name: textOf(name), email: textOf(email) });
  // Whose link it is nobody knows yet.
  else if (context.path === '/reset-password') refuse(newPassword, {});
  // By the e-mail alone: the name here is that of the sign-up, which the page for this does not know.
  else if (context.path === '/change-password')
    refuse(newPassword, { email: (await getSessionFromCtx(context))?.user.email });
}

function refuse(password: unknown, owner: PasswordOwner): void {
  const code = typeof password === 'string' ? checkPassword(password, owner) : undefined;
  if (code) throw new APIError('BAD_REQUEST', { code, message: passwordProblems[code].sentence });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
