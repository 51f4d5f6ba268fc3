import type { ReviewDraft, ReviewFilters } from '@passeio/contract/reviews/reviews';
import type { StarCount } from '@passeio/contract/reviews/stars';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

/** A reservation of which somebody says how it was, with the review, if there is one. */
function reviewable(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .leftJoin('reviews', 'reviews.reservation_id', 'reservations.id')
    .select([
      'reservations.id',
      'reservations.code',
      'reservations.user_id',
      'reservations.state',
      'trips.id as trip_id',
      'trips.title',
      'trips.slug',
      'trips.departs_at',
      'trips.returns_at',
      'trips.cancelled_at as trip_cancelled_at',
      'users.name as payer_name',
      'reviews.stars',
      'reviews.sentence',
      'reviews.may_publish',
      'reviews.published_at',
    ]);
}
export type ReviewableRow = Awaited<ReturnType<ReturnType<typeof reviewable>['executeTakeFirstOrThrow']>>;

export function findReviewable(db: Database, reservationId: string): Promise<ReviewableRow | undefined> {
  return reviewable(db).where('reservations.id', '=', reservationId).executeTakeFirst();
}

/** The reservation of a link. */
export function findByReviewLink(db: Database, tokenHash: string): Promise<ReviewableRow | undefined> {
  return reviewable(db)
    .innerJoin('review_links', 'review_links.reservation_id', 'reservations.id')
    .where('review_links.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Stores the link of a reservation, replacing an older one. */
export async function storeReviewLink(db: Database, reservationId: string, tokenHash: string): Promise<void> {
  await db
    .insertInto('review_links')
    .values({ reservation_id: reservationId, token_hash: tokenHash })
    .onConflict((conflict) =>
      conflict.column('reservation_id').doUpdateSet({ token_hash: tokenHash, created_at: new Date() }),
    )
    .execute();
}

/** Writes the review of a reservation, or another in its place. */
export async function writeReview(trx: DatabaseTransaction, row: Insertable<Schema['reviews']>): Promise<void> {
  const { stars, sentence, may_publish } = row;
  await trx
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('reservation_id').doUpdateSet({ stars, sentence, may_publish, updated_at: new Date() }),
    )
    .execute();
}

export function columnsOfDraft({ stars, sentence, mayPublish }: ReviewDraft) {
  return { stars, sentence, may_publish: mayPublish };
}

function reviewsOf(db: Database) {
  return db
    .selectFrom('reviews')
    .innerJoin('reservations', 'reservations.id', 'reviews.reservation_id')
    .innerJoin('trips', 'trips.id', 'reviews.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .selectAll('reviews')
    .select(['reservations.code', 'trips.title', 'trips.departs_at', 'users.name as payer_name']);
}
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewsOf>['executeTakeFirstOrThrow']>>;

export async function listReviews(
  db: Database,
  { tripId, published, page, size }: ReviewFilters,
): Promise<{ rows: ReviewRow[]; total: number }> {
  const matching = <Query extends ReturnType<typeof reviewsOf>>(query: Query) => {
    let rows = query;
    if (tripId) rows = rows.where('reviews.trip_id', '=', tripId) as Query;
    if (published !== undefined) rows = rows.where('reviews.published_at', published ? 'is not' : 'is', null) as Query;
    return rows;
  };
  const [rows, { total }] = await Promise.all([
    matching(reviewsOf(db))
      .orderBy('reviews.created_at', 'desc')
      .orderBy('reviews.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom(matching(reviewsOf(db)).as('matching'))
      .select(sql<number>`count(*)::integer`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** How many reviews have so many stars: of a trip, or of all. */
export function countStars(db: Database, tripId: string | undefined): Promise<StarCount[]> {
  return db
    .selectFrom('reviews')
    .select(['stars', sql<number>`count(*)::integer`.as('count')])
    .$if(tripId !== undefined, (all) => all.where('trip_id', '=', tripId ?? ''))
    .groupBy('stars')
    .execute();
}

export function lockReview(trx: DatabaseTransaction, id: string): Promise<ReviewRow | undefined> {
  return reviewsOf(trx).where('reviews.id', '=', id).forNoKeyUpdate('reviews').executeTakeFirst();
}

export async function markPublished(trx: DatabaseTransaction, id: string, at: Date | null): Promise<void> {
  await trx.updateTable('reviews').set({ published_at: at }).where('id', '=', id).execute();
}

/** The published reviews of the published trips in a published trip's series, the newest first. */
export function publishedReviews(db: Database, tripId: string, limit: number): Promise<ReviewRow[]> {
  const series = db.selectFrom('trips').select('series_id').where('id', '=', tripId).where('is_active', '=', true);
  return reviewsOf(db)
    .where('trips.series_id', '=', series)
    .where('reviews.published_at', 'is not', null)
    .where('trips.is_active', '=', true)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute();
}
