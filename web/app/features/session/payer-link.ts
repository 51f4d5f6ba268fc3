import type { PayerLink } from '~/lib/api';

let current: PayerLink | undefined;

/** From now on this page acts by the payer's link of a reservation instead of a session, until `undefined`. */
export function actByLink(link: PayerLink | undefined): void {
  current = link;
}

export function payerLink(): PayerLink | undefined {
  return current;
}
