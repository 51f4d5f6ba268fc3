export const OFFLINE = 'Você está sem internet.';

/** Sentence for a failure about which the server said nothing. */
export const FALLBACK_MESSAGE = 'Houve falha nesta ação';

/**
 * The sentence about a call or a page that failed. No network, no answer and a time-out are told apart; otherwise the
 * answer's own message. Takes an ApiError, a response that the router read, or whatever fetch threw.
 */
export function explainFailure(error: unknown): string {
  if (navigator.onLine === false) return `${OFFLINE} Confira a conexão e tente de novo.`;
  const { status = 0, code, message } = (error ?? {}) as { status?: number; code?: string; message?: string };
  if (code === 'TIMEOUT' && message) return message;
  if (status === 0) return 'O servidor não respondeu. Tente de novo em instantes.';
  if (status > 500) return 'O servidor está fora do ar agora. Tente de novo em instantes.';
  return message || 'Algo deu errado do nosso lado. Tente de novo em instantes.';
}
