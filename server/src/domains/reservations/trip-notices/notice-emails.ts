import { dayAndTime, formatLongMoment } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { QueuedEmail } from '../../messages/index.ts';
import type { ChangedTrip } from '../../trips/index.ts';
import type { NoticeContent } from './changes-to-send.ts';
import type { ReservationOfTrip } from './notices.queries.ts';

/** What all e-mails of a notice have in common. */
export interface NoticeWording extends Pick<ChangedTrip, 'after' | 'timeZone'> {
  noticeId: string;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

/** The e-mail of a notice to a reservation's payer; none without an address, or with nothing to tell. */
export function emailToPayer(
  { id, code, email, payer_name: name, has_account: seesReservation }: ReservationOfTrip,
  { changes, message, deadline }: NoticeContent & { deadline: Date | undefined },
  { after, timeZone, noticeId, publicUrl }: NoticeWording,
): QueuedEmail<'tripChanged'> | undefined {
  const told = changes.filter(({ tell }) => tell);
  if (!email || told.length === 0) return undefined;
  // Guests have no account in which they could see their reservation.
  const link = publicUrl + (seesReservation ? pagePaths.reservation(code) : pagePaths.trip(after.slug));
  return {
    kind: 'tripChanged',
    to: email,
    data: {
      ...{ name, code, trip: after.title, message, seesReservation, link },
      changes: told.map(({ label, old, new: now }) => ({ label, old, new: now })),
      deadline: deadline ? dayAndTime(deadline, timeZone) : null,
    },
    reason: { noticeId, reservationId: id },
  };
}

/** The e-mail to a person on the waiting list about the new departure; none without an address. */
export function emailToWhoWaits(
  { id, name, email }: { id: string; name: string; email: string | null },
  message: string,
  { after, timeZone, publicUrl }: NoticeWording,
): QueuedEmail<'waitingTripChanged'>[] {
  if (!email) return [];
  const departsAt = after.departs_at.toISOString();
  const data = {
    ...{ name, trip: after.title, message, link: publicUrl + pagePaths.trip(after.slug) },
    departure: formatLongMoment(departsAt, timeZone),
  };
  return [{ kind: 'waitingTripChanged', to: email, data, reason: { waitingId: id, departsAt } }];
}
