import type { ReservationState } from '@passeio/contract/reservation-states';
import type { Database } from '../../../platform/database/connect.ts';
import { afterCommit } from '../../../platform/database/transaction.ts';
import { holdsTotal, reservationsTotal } from '../../../platform/metrics/metrics.ts';

/** Counts reservations in the metrics whose state is new, once that is committed; `left_state`: the former one. */
export function countEntered(
  db: Database,
  entered: { channel: string; state: ReservationState; left_state?: ReservationState }[],
): void {
  afterCommit(db, () => {
    for (const { channel, state, left_state } of entered) {
      reservationsTotal.inc({ channel, state });
      if (state === 'held' || left_state === 'held') holdsTotal.inc({ outcome: state });
    }
  });
}
