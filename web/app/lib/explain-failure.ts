export const OFFLINE = 'Você está sem internet.';

/** Message for a failure without one from the server. */
export const FALLBACK_MESSAGE = 'Houve falha nesta ação';

/** The id by which the server's log names what failed; undefined where no server said it. */
export function errorCodeOf(error: unknown): string | undefined {
  const { requestId, data } = (error ?? {}) as { requestId?: string; data?: { requestId?: string } };
  return requestId ?? data?.requestId;
}

/**
 * Message for a failed call or page: distinguishes no network, no answer and a time-out, else uses the answer's own
 * message. Takes an ApiError, the router's error response, or what fetch threw.
 */
export function explainFailure(error: unknown): string {
  if (navigator.onLine === false) return `${OFFLINE} Confira a conexão e tente de novo.`;
  const { status = 0, code, message } = (error ?? {}) as { status?: number; code?: string; message?: string };
  if (code === 'TIMEOUT' && message) return message;
  if (status === 0) return 'O servidor não respondeu. Tente de novo em instantes.';
  if (status > 500) return 'O servidor está fora do ar agora. Tente de novo em instantes.';
  return message || 'Algo deu errado do nosso lado. Tente de novo em instantes.';
}
