import { randomBytes } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import type { AuthContext } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { decodeJwt } from 'jose';
import type { LinkRequest } from './port.ts';

export const RESET_LIFETIME_S = 60 * 60;
export const CONFIRMATION_LIFETIME_S = 24 * 60 * 60;

type Context = Pick<AuthContext, 'internalAdapter' | 'secret'>;
type ConfirmationClaims = Extract<LinkRequest, { does: 'confirmEmail' }>['claims'];

/** The link that was asked for, with its whole life before it; undefined for a person who is gone or has confirmed. */
export async function makeLink(context: Context, origin: string, request: LinkRequest): Promise<string | undefined> {
  if (request.does === 'resetPassword') {
    const user = await context.internalAdapter.findUserById(request.userId);
    return user ? `${origin}${pagePaths.resetPassword(await createResetToken(context, user.id))}` : undefined;
  }
  const { email, updateTo, ...others } = request.claims;
  const user = await context.internalAdapter.findUserById(others.userId);
  const isDone = updateTo ? user?.email === updateTo : user?.emailVerified;
  if (!user || isDone) return undefined;
  const token = await createEmailVerificationToken(context.secret, email, updateTo, CONFIRMATION_LIFETIME_S, others);
  return `${origin}${pagePaths.confirmEmail(token)}`;
}

/** Asks for a link that confirms what this token of the library would confirm. */
export function confirmationRequest(token: string): LinkRequest {
  const { iat: _, exp: __, ...claims } = decodeJwt<ConfirmationClaims>(token);
  return { does: 'confirmEmail', claims };
}

async function createResetToken({ internalAdapter }: Context, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt: new Date(Date.now() + RESET_LIFETIME_S * 1000),
  });
  return token;
}
