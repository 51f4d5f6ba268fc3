// In this tab only: the secret of a link must reach neither the provider nor another person at this browser.
const keyOf = (code: string) => `passeio:volta:${code}`;

/** Keeps the address of a page that a link opened while this tab is at a provider's page. */
export function keepWayBack(code: string, address: string): void {
  try {
    sessionStorage.setItem(keyOf(code), address);
  } catch (error) {
    // Without storage the link is opened anew.
    console.warn('The link could not be kept', error);
  }
}

/** Takes the address that {@link keepWayBack} has kept for a reservation. */
export function takeWayBack(code: string): string | null {
  try {
    const address = sessionStorage.getItem(keyOf(code));
    sessionStorage.removeItem(keyOf(code));
    return address;
  } catch {
    return null;
  }
}
