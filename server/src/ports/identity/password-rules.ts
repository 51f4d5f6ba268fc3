import { APIError } from 'better-auth/api';

/** Lengths by OWASP ASVS 5.0, 6.2.1 and 6.2.9; any character is allowed. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

// ASVS 6.2.4 asks for the 3,000 commonest among those that the other rules let through.
const COMMONEST = 3_000;

let commonest: Promise<Set<string>> | undefined;

/** Throws PASSWORD_TOO_COMMON for a password that everybody tries first. */
export async function refuseCommonPassword(password: unknown): Promise<void> {
  if (typeof password !== 'string') return;
  commonest ??= loadCommonest();
  if ((await commonest).has(password.toLowerCase())) {
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: 'This password is too common' });
  }
}

async function loadCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'] as string[];
  return new Set(ranked.filter((word) => word.length >= PASSWORD_LENGTH.min).slice(0, COMMONEST));
}
