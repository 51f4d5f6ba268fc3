import { TOO_MANY_REQUESTS } from '@passeio/contract/api/error-body';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import type { SecondStepKind } from './port';

/** `refused`: by the provider; `tooMany`: rate limited; `unreachable`: no valid answer. */
export type IdentityFailure = 'refused' | 'tooMany' | 'unreachable';

/**
 * A failed call to the identity provider. `code` is one of the port's codes, '' without one; `waitSeconds` is the
 * provider's Retry-After, null without one.
 */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;
  readonly code: string;
  readonly waitSeconds: number | null;

  constructor(failure: IdentityFailure, code = '', waitSeconds: number | null = null) {
    super(`Identity provider: ${failure} ${code}`.trim());
    this.name = 'IdentityError';
    this.failure = failure;
    this.code = code;
    this.waitSeconds = waitSeconds;
  }
}

/** The password was right; one of these second steps follows. */
export class SecondStepNeeded extends IdentityError {
  readonly kinds: readonly SecondStepKind[];

  constructor(kinds: readonly SecondStepKind[]) {
    super('refused', 'SECOND_STEP_NEEDED');
    this.kinds = kinds;
  }
}

const passkeyTexts: Record<string, string> = {
  PASSKEY_CANCELLED: 'A chave de acesso não foi usada. Tente de novo.',
  PASSKEY_KNOWN: 'Este aparelho já tem uma chave de acesso da sua conta.',
  PASSKEY_UNSUPPORTED: 'Este navegador não aceita chaves de acesso.',
  PASSKEY_REFUSED: 'Esta chave de acesso não foi aceita.',
  PASSKEY_EXPIRED: 'A espera foi longa demais. Tente de novo.',
};

/** Message for a failed call to the provider or the API; undefined if it has none of its own. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status === 0 ? explainFailure(error) : error.message;
  if (!(error instanceof IdentityError)) return undefined;
  if (error.failure === 'tooMany') return TOO_MANY_REQUESTS;
  return error.failure === 'unreachable' ? explainFailure(undefined) : passkeyTexts[error.code];
}
