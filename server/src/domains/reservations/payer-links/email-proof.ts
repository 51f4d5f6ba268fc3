import { type ProvenEmail, provenEmail } from '@passeio/contract/reservations/email-proof';
import { z } from '@passeio/contract/zod';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../../../platform/http/errors.ts';
import type { GoogleAttempt } from '../../../ports/google/port.ts';

/** Seconds for which the browser may stay at Google. */
export const ATTEMPT_LIFETIME_S = 10 * 60;
const PROOF_LIFETIME_S = 30 * 60;
const ALGORITHM = 'HS256';

/** Neither is taken for the other: each has an audience of its own. */
const audiences = { attempt: 'passeio google attempt', proof: 'passeio guest e-mail' };
const googleAttempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

export function signAttempt(key: Uint8Array, { state, nonce, verifier }: GoogleAttempt): Promise<string> {
  return sign(key, audiences.attempt, { state, nonce, verifier }, ATTEMPT_LIFETIME_S);
}

/** Undefined for what this server has not signed, or too long ago. */
export function readAttempt(key: Uint8Array, token: string): Promise<GoogleAttempt | undefined> {
  return read(key, audiences.attempt, token, googleAttempt);
}

/** A proof that its bearer has the e-mail. */
export function signEmailProof(key: Uint8Array, { email, name }: ProvenEmail): Promise<string> {
  return sign(key, audiences.proof, { email, name }, PROOF_LIFETIME_S);
}

/** The e-mail of a proof. Throws EMAIL_PROOF_OVER for one that is old or not ours, or without a `key`. */
export async function readEmailProof(key: Uint8Array | undefined, proof: string): Promise<string> {
  const proven = key && (await read(key, audiences.proof, proof, provenEmail));
  if (!proven) throw new AppError('EMAIL_PROOF_OVER');
  return proven.email;
}

function sign(key: Uint8Array, audience: string, claims: Record<string, string>, seconds: number): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM }).setAudience(audience);
  return token.setIssuedAt().setExpirationTime(`${seconds}s`).sign(key);
}

async function read<Claims>(key: Uint8Array, audience: string, token: string, claims: z.ZodType<Claims>) {
  try {
    const { payload } = await jwtVerify(token, key, { audience, algorithms: [ALGORITHM], requiredClaims: ['exp'] });
    return claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
