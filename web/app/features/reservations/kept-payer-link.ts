// In this tab only: the secret of a link must reach neither the provider nor another person at this browser.
const keyOf = (code: string) => `passeio:volta:${code}`;

/** Keeps the token of a payer's link while this tab is at a provider's page. */
export function keepPayerLink(code: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(code), token);
  } catch (error) {
    // Without storage the payer opens the link anew.
    console.warn('The link could not be kept', error);
  }
}

/** Takes the token that {@link keepPayerLink} has kept for a reservation. */
export function takePayerLink(code: string): string | null {
  try {
    const token = sessionStorage.getItem(keyOf(code));
    sessionStorage.removeItem(keyOf(code));
    return token;
  } catch {
    return null;
  }
}
