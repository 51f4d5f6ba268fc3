/** Sentence for a failure about which the server said nothing. */
export const FALLBACK_MESSAGE = 'Houve falha nesta ação';
