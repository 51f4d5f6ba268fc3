import type { ChosenExtra } from '@passeio/contract/reservations/quote';

/** What was chosen in a trip's dialog of reserving, which was closed without that. */
export interface KeptChoice {
  extras: ChosenExtra[];
  coupon: string | undefined;
}

/** By trip, as long as the page is open: as the party on the page behind the dialog. */
export const keptChoices = new Map<string, KeptChoice>();
