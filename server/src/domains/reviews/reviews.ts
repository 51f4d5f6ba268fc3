import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { pagePaths } from '@passeio/contract/paths';
import type {
  OwnReview,
  ReviewDraft,
  ReviewFilters,
  ReviewList,
  StaffReview,
  TripReviews,
} from '@passeio/contract/reviews/reviews';
import { averageOf } from '@passeio/contract/reviews/stars';
import { firstName } from '@passeio/contract/words';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { ownsReservation, recordReservationAudit } from '../reservations/index.ts';
import { findTrip } from '../trips/index.ts';
import {
  columnsOfDraft,
  countStars,
  findByReviewLink,
  findReviewable,
  listReviews,
  lockReview,
  markPublished,
  publishedReviews,
  type ReviewableRow,
  type ReviewRow,
  storeReviewLink,
  writeReview,
} from './reviews.queries.ts';

/** On a trip's page. */
const SHOWN_ON_PORTAL = 12;

const refusals: Record<string, ErrorCode> = {
  reviews_after_return: 'REVIEW_NOT_YET',
  reviews_published_are_fixed: 'REVIEW_PUBLISHED',
  // Taken back while it is being published: it is not.
  reviews_published_with_consent: 'REVIEW_PUBLISHED',
};

/** The payer's own review. Throws RESERVATION_NOT_FOUND for anybody else, REVIEW_NOT_YET. */
export async function readOwnReview(db: Database, caller: Caller, reservationId: string): Promise<OwnReview> {
  const found = await findReviewable(db, reservationId);
  if (!found || !ownsReservation(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  return presentOwn(afterReturn(found));
}

/** Audited. Throws RESERVATION_NOT_FOUND for anybody but the payer. */
export async function writeOwnReview(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  draft: ReviewDraft,
): Promise<OwnReview> {
  const found = await findReviewable(trx, reservationId);
  if (!found || !ownsReservation(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  const review = await write(trx, found, draft);
  await recordReservationAudit(
    trx,
    actor,
    { reservation: found, trip: found },
    { action: 'reservation.reviewed', changes: { stars: [found.stars, draft.stars] } },
  );
  return review;
}

/** The URL of a new link with which a reservation is reviewed; undefined if there is nothing to review. */
export async function makeReviewLink(
  db: Database,
  publicUrl: string,
  reservationId: string,
): Promise<string | undefined> {
  const found = await findReviewable(db, reservationId);
  if (found?.state !== 'booked') return undefined;
  const token = newToken();
  await storeReviewLink(db, reservationId, hashToken(token));
  return publicUrl + pagePaths.reviewLink(token);
}

/** Throws REVIEW_LINK_OVER, REVIEW_NOT_YET. */
export async function readReviewByLink(db: Database, token: string): Promise<OwnReview> {
  return presentOwn(afterReturn(await findLinked(db, token)));
}

export async function writeReviewByLink(
  trx: DatabaseTransaction,
  token: string,
  draft: ReviewDraft,
): Promise<OwnReview> {
  return write(trx, await findLinked(trx, token), draft);
}

/** All reviews or those of a trip, with the average. */
export async function readReviews(db: Database, filters: ReviewFilters): Promise<ReviewList> {
  const { tripId } = filters;
  const [{ rows, total }, stars, trip] = await Promise.all([
    listReviews(db, filters),
    countStars(db, tripId),
    tripId ? findTrip(db, 'id', tripId) : undefined,
  ]);
  return {
    data: rows.map(presentForStaff),
    page: { number: filters.page, size: filters.size, total },
    count: stars.reduce((sum, { count }) => sum + count, 0),
    average: averageOf(stars),
    trip: trip ? { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() } : null,
  };
}

/** Puts a review on the portal, or takes it off. Audited. Throws REVIEW_NOT_FOUND, REVIEW_WITHOUT_CONSENT. */
export async function publishReview(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  isPublished: boolean,
): Promise<StaffReview> {
  const row = await lockReview(trx, id);
  if (!row) throw new AppError('REVIEW_NOT_FOUND');
  if (isPublished && !row.may_publish) throw new AppError('REVIEW_WITHOUT_CONSENT');
  if ((row.published_at !== null) === isPublished) return presentForStaff(row);
  const publishedAt = isPublished ? new Date() : null;
  await markPublished(trx, id, publishedAt);
  await recordAudit(trx, actor, {
    action: isPublished ? 'review.published' : 'review.unpublished',
    subject: { type: 'trip', id: row.trip_id, label: row.title },
    changes: { reservation: [null, row.code], stars: [null, row.stars] },
  });
  return presentForStaff({ ...row, published_at: publishedAt });
}

/** What the portal shows of a trip, of all departures of its series. */
export async function readTripReviews(db: Database, tripId: string): Promise<TripReviews> {
  const rows = await publishedReviews(db, tripId, SHOWN_ON_PORTAL);
  return {
    data: rows.map(({ stars, sentence, payer_name, departs_at }) => ({
      ...{ stars, sentence, firstName: firstName(payer_name), date: departs_at.toISOString() },
    })),
  };
}

async function findLinked(db: Database, token: string): Promise<ReviewableRow> {
  const found = await findByReviewLink(db, hashToken(token));
  if (found?.state !== 'booked') throw new AppError('REVIEW_LINK_OVER');
  return found;
}

async function write(trx: DatabaseTransaction, found: ReviewableRow, draft: ReviewDraft): Promise<OwnReview> {
  afterReturn(found);
  const row = { id: randomUUIDv7(), reservation_id: found.id, trip_id: found.trip_id, ...columnsOfDraft(draft) };
  await mapConstraintErrors(refusals, () => writeReview(trx, row));
  return presentOwn({ ...found, ...columnsOfDraft(draft) });
}

// Nobody who cancelled was there.
function afterReturn(found: ReviewableRow): ReviewableRow {
  if (found.state !== 'booked' || found.trip_cancelled_at || found.returns_at > new Date())
    throw new AppError('REVIEW_NOT_YET');
  return found;
}

function presentOwn(row: ReviewableRow): OwnReview {
  const { title, slug, departs_at, stars, sentence, may_publish, published_at } = row;
  return {
    trip: { title, slug, date: departs_at.toISOString() },
    firstName: firstName(row.payer_name),
    review:
      stars === null
        ? null
        : {
            stars,
            sentence: sentence ?? '',
            mayPublish: may_publish === true,
            isPublished: published_at !== null,
          },
  };
}

function presentForStaff(row: ReviewRow): StaffReview {
  return {
    id: row.id,
    stars: row.stars,
    sentence: row.sentence,
    mayPublish: row.may_publish,
    publishedAt: row.published_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    payer: row.payer_name,
    reservation: { id: row.reservation_id, code: row.code },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
