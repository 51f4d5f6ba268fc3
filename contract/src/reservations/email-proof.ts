import { z } from '../zod.ts';

/** What the server signs of a guest's e-mail that Google has confirmed: a JWT with {@link ProvenEmail}. */
export const emailProof = z.string().max(2_000);

export const provenEmail = z.object({ email: z.string(), name: z.string() });
export type ProvenEmail = z.infer<typeof provenEmail>;

/** Why Google has confirmed no e-mail, with what the form says of it. */
export const googleFailures = {
  denied: 'Você não confirmou pelo Google. Tente de novo, ou digite seus dados.',
  unverified: 'O Google ainda não confirmou o e-mail dessa conta. Use outra, ou digite seus dados.',
  busy: 'Muitas tentativas pelo Google. Espere alguns minutos, ou digite seus dados.',
  failed: 'Não deu para confirmar pelo Google agora. Tente de novo, ou digite seus dados.',
} as const;
export type GoogleFailure = keyof typeof googleFailures;

/** What the callback says to the form of guests. */
export type GoogleAnswer = { proof: string } | { failure: GoogleFailure };

/** The form of guests, with the answer in the fragment, so that it reaches no server log and no Referer. */
export function guestFormPath(answer: GoogleAnswer): string {
  return `/auth/sem-conta#${new URLSearchParams(answer)}`;
}

/** The answer in a fragment; undefined if it holds none. */
export function readGoogleAnswer(hash: string): GoogleAnswer | undefined {
  const params = new URLSearchParams(hash.slice(1));
  const [proof, failure] = [params.get('proof'), params.get('failure')];
  if (proof) return { proof };
  return failure === null
    ? undefined
    : { failure: Object.hasOwn(googleFailures, failure) ? (failure as GoogleFailure) : 'failed' };
}
