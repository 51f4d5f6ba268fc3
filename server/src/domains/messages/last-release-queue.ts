import type { Database } from '../../platform/database/connect.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { mailQueue, type QueuedEmail } from './queued-email.ts';

/**
 * The queue of release 0.2.0, whose e-mails were rendered when they were queued. A server of that release may still
 * fill it, and what failed stays in it for 30 days. To be deleted with the release after the next one.
 */
export const lastReleaseQueue: Queue = { ...mailQueue, name: 'mail' };

/** An e-mail of release 0.2.0: `data` as rendered, and in `reason` ids of what it is about. */
export interface LastReleaseEmail extends Pick<QueuedEmail, 'kind' | 'to' | 'logId' | 'waitsSince' | 'uncertain'> {
  data: { code?: string; link?: unknown; deadline?: unknown };
  reason?: { about?: string; guaranteed?: string; reminder?: string };
  voucherOf?: string;
}

/** The same e-mail as it is queued now. */
export async function fromLastRelease(
  db: Database,
  { data, reason = {}, voucherOf, ...email }: LastReleaseEmail,
): Promise<QueuedEmail> {
  const { about: day, guaranteed, reminder, ...ids } = reason;
  const reservation = data.code
    ? await db.selectFrom('reservations').select(['id', 'trip_id']).where('code', '=', data.code).executeTakeFirst()
    : undefined;
  const about = {
    ...{ reservationId: reservation?.id, tripId: guaranteed ?? reservation?.trip_id, holdExpiresAt: null, day },
    ...{ withVoucher: voucherOf !== undefined, holdMoved: Boolean(data.deadline) },
    ...data,
    ...(typeof data.link === 'object' ? data.link : {}),
    ...ids,
    // It was no reminder, though its reason said so.
    ...(reminder && reminder !== 'confirmed' ? { reminder } : {}),
  };
  return { ...email, about } as unknown as QueuedEmail;
}
