import { type GoogleFailure, provenEmail, readGoogleAnswer } from '@passeio/contract/reservations/email-proof';
import { z } from '@passeio/contract/zod';

/** The tab's own: what was typed must not reach another person, nor an answer a tab that did not ask. */
const TYPED_KEY = 'passeio:sem-conta';

/** What somebody typed who reserves without an account. */
export const typedGuest = z.object({ name: z.string(), contact: z.string(), email: z.string() });
export type TypedGuest = z.infer<typeof typedGuest>;

/** The guest whose e-mail Google has confirmed, with the proof that the server reads. */
interface ProvenGuest {
  email: string;
  name: string;
  proof: string;
}

/** What the form opens with. */
export interface OpenedForm {
  typed: TypedGuest;
  proven: ProvenGuest | undefined;
  failure: GoogleFailure | undefined;
}

/** Keeps what is typed in this tab while it is at Google. */
export function keepTyped(typed: TypedGuest): void {
  try {
    sessionStorage.setItem(TYPED_KEY, JSON.stringify(typed));
  } catch (error) {
    // Without storage the answer will not be taken, and the form says so.
    console.warn('What was typed could not be kept', error);
  }
}

/** Takes what was typed before, and Google's answer out of the address; one that this tab has not asked for is none. */
export function openForm(): OpenedForm {
  const typed = takeTyped();
  const { hash, pathname, search } = window.location;
  const answer = readGoogleAnswer(hash);
  if (answer) window.history.replaceState(window.history.state, '', pathname + search);
  const proven = typed && answer && 'proof' in answer ? readProof(answer.proof) : undefined;
  const failure = answer && 'failure' in answer ? answer.failure : undefined;
  return {
    typed: typed ?? { name: '', contact: '', email: '' },
    proven,
    failure: answer && !proven ? (failure ?? 'failed') : undefined,
  };
}

function takeTyped(): TypedGuest | undefined {
  try {
    const stored = sessionStorage.getItem(TYPED_KEY);
    sessionStorage.removeItem(TYPED_KEY);
    return typedGuest.safeParse(JSON.parse(stored ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Only for showing: the server checks the signature. */
function readProof(proof: string): ProvenGuest | undefined {
  try {
    const payload = atob((proof.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(payload, (byte) => byte.charCodeAt(0)));
    const { data } = provenEmail.safeParse(JSON.parse(text));
    return data && { ...data, proof };
  } catch {
    return undefined;
  }
}
