import { dayAndTime } from '@passeio/contract/moment-words';
import { pagePaths } from '@passeio/contract/paths';
import type { QueuedEmail } from '../../messages/index.ts';
import type { WaitingToTell } from '../../waiting-list/index.ts';

/**
 * The e-mail that tells of an offer, or that the list has ended; none without an address, or where it was taken
 * already.
 */
export function emailToWaiting(
  one: WaitingToTell,
  { timeZone, publicUrl }: { timeZone: string; publicUrl: string },
): (QueuedEmail<'waitingOffer'> | QueuedEmail<'waitingEnded' | 'waitingCancelled'>)[] {
  const wasPaid = one.state === 'taken' && one.hold_expires_at !== null;
  if (!one.email || wasPaid) return [];
  const people = one.party.reduce((sum, { count }) => sum + count, 0);
  const data = { name: one.name, trip: one.title, people };
  const reason = { waitingId: one.id, state: one.state };
  const to = one.email;
  if (one.state === 'lapsed') {
    const kind = one.trip_cancelled ? 'waitingCancelled' : 'waitingEnded';
    return [{ kind, to, data: { ...data, link: publicUrl + pagePaths.schedule }, reason }];
  }
  const code = one.code ?? '';
  const offered = {
    ...data,
    code,
    places: one.places,
    depositCents: one.deposit_cents ?? 0,
    deadline: one.hold_expires_at ? dayAndTime(one.hold_expires_at, timeZone) : null,
    seesReservation: one.has_account,
    link: publicUrl + (one.has_account ? pagePaths.reservation(code) : pagePaths.trip(one.slug)),
  };
  const email: QueuedEmail<'waitingOffer'> = { kind: 'waitingOffer', to, data: offered, reason };
  return [email];
}
