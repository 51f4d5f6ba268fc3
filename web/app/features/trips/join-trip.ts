import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import type { ExtrasContext, JoinOutcome } from './extras-dialog';
import type { JoinableTrip } from './join-button';
import { keptChoices } from './kept-choices';

/**
 * Reserves a choice by `send`. In a trip with extras, and for a coupon, a dialog, which is loaded then, asks first what
 * the party takes.
 */
export async function joinTrip(trip: JoinableTrip, choice: Enrolment, context: ExtrasContext): Promise<JoinOutcome> {
  const coupon = choice?.coupon ?? keptChoices.get(trip.id)?.coupon;
  const needsDialog = trip.extras.length > 0 || choice?.extras?.length || coupon || context.asksCoupon;
  if (!needsDialog) return context.send(choice);
  const dialog = await import('./extras-dialog').catch((error) => {
    console.warn('The dialog of extras could not be loaded', error);
    showAlert('error', FALLBACK_MESSAGE);
  });
  return dialog ? dialog.joinWithExtras(trip, choice, context) : { kind: 'unfinished' };
}
