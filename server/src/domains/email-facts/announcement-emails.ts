import { pagePaths } from '@passeio/contract/paths';
import type { Database } from '../../platform/database/connect.ts';
import { factsFor, findAnnouncement } from '../announcements/index.ts';
import type { EmailAbout } from '../messages/index.ts';
import { kind, ofPayer, type Readers } from './facts.ts';
import { readReservation } from './reservation-facts.queries.ts';

async function readAnnounced(db: Database, about: EmailAbout['announcement']) {
  const [reservation, announcement, recipient] = await Promise.all([
    readReservation(db, about.reservationId),
    findAnnouncement(db, about.announcementId),
    factsFor(db, about),
  ]);
  if (!reservation || !announcement) return undefined;
  const isPayer = about.participantId === null;
  // A passenger gets no link to the reservation, which is the payer's.
  return {
    ...reservation,
    has_account: isPayer ? reservation.has_account : undefined,
    announcement,
    recipient,
    isPayer,
  };
}

/** What staff writes to everybody of a departure. */
export const announcementEmails: Readers<'announcement'> = {
  announcement: kind({
    read: readAnnounced,
    applies: ({ trip_id, announcement, recipient }) =>
      recipient !== undefined && trip_id === announcement.trip_id && (!announcement.unpaid_only || recipient.isUnpaid),
    data: ({ announcement: { subject, text }, recipient, isPayer, ...row }, context) => {
      const facts = recipient?.facts ?? { departure: '', boarding: '', dueCents: null };
      const { seesReservation, link, ...of } = ofPayer({ ...row, has_account: row.has_account ?? false }, context);
      return {
        ...{ ...of, ...facts, subject, text },
        seesReservation: isPayer && seesReservation,
        link: isPayer ? link : context.publicUrl + pagePaths.trip(row.slug),
      };
    },
  }),
};
