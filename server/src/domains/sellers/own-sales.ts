import type { ErrorCode } from '@passeio/contract/api/errors';
import { tripPagePath } from '@passeio/contract/public-paths';
import { sellerLinkPath } from '@passeio/contract/seller-code';
import { commissionOf, commissionText } from '@passeio/contract/sellers/commission';
import type {
  OwnSale,
  OwnSales,
  OwnSeller,
  SellerBooking,
  SellerDepartures,
} from '@passeio/contract/sellers/own-sales';
import { firstName } from '@passeio/contract/words';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { CommissionRule } from '../../platform/database/schema/schema.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { reserveForClient } from '../reservations/index.ts';
import { isForWaiting, listImages, placesLeft, presentImage } from '../trips/index.ts';
import { readSale, readSales, type SaleRow } from './sales.queries.ts';
import { lockSeller, readSeller, requireSeller } from './sellers.queries.ts';

const DAY_MS = 24 * 3_600_000;
/** Days after the return for which sellers see whom they sold to. */
const CLIENT_DAYS = 30;
const MAX_DEPARTURES = 300;

/** The caller as a seller. Throws NOT_A_SELLER. */
export async function readOwn(db: Database, caller: Caller): Promise<OwnSeller> {
  const { id } = await requireSeller(db, caller.id);
  const row = await readSeller(db, id);
  return {
    name: row.name,
    code: row.code,
    linkPath: sellerLinkPath(row.code),
    pixKey: row.pix_key,
    maxUnpaidPlaces: row.max_unpaid_places,
    unpaidPlaces: row.unpaid_places,
    balance: row.balance,
  };
}

/** Departures on sale, as their page says them, with the places of the seller. Throws NOT_A_SELLER. */
export async function listDepartures(db: Database, caller: Caller): Promise<SellerDepartures> {
  const seller = await requireSeller(db, caller.id);
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'slug', 'title', 'departs_at', 'returns_at', 'price_cents'])
    .select([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')])
    .select(sql<number>`left_of_seller(trips.id, ${seller.id}::uuid, null)`.as('own_places'))
    .select(
      sql<Date | null>`(select ends_at from allotments a
        where a.trip_id = trips.id and a.seller_id = ${seller.id} and a.ended_at is null)`.as('own_until'),
    )
    .select(sql<CommissionRule | null>`commission_rule_of(${seller.id}::uuid, trips.id, now())`.as('rule'))
    .where('is_active', '=', true)
    .where('cancelled_at', 'is', null)
    .where('departs_at', '>', new Date())
    .orderBy('departs_at')
    .orderBy('id')
    .limit(MAX_DEPARTURES)
    .execute();
  const images = await listImages(
    db,
    trips.map(({ id }) => id),
  );
  return {
    data: trips.map((trip) => {
      const image = images.find((one) => one.trip_id === trip.id && one.is_card_img);
      return {
        tripId: trip.id,
        slug: trip.slug,
        title: trip.title,
        date: trip.departs_at.toISOString(),
        returnDate: trip.returns_at.toISOString(),
        cardImage: image ? presentImage(image) : null,
        placesLeft: trip.is_for_waiting ? 0 : Math.max(trip.places_left, 0),
        ownPlaces: trip.own_places,
        ownUntil: trip.own_until?.toISOString() ?? null,
        fromCents: trip.price_cents,
        sharePath: `${tripPagePath(trip.slug)}?v=${seller.code}`,
        commission: trip.rule ? commissionText(trip.rule) : '',
      };
    }),
  };
}

/** The caller's sales, with first names alone. Throws NOT_A_SELLER. */
export async function listOwnSales(
  db: Database,
  caller: Caller,
  { page, size }: { page: number; size: number },
): Promise<OwnSales> {
  const { id } = await requireSeller(db, caller.id);
  const sales = await readSales(db, id, { limit: size, offset: (page - 1) * size });
  const { total } = await db
    .selectFrom('reservations')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('seller_id', '=', id)
    .executeTakeFirstOrThrow();
  return { data: sales.map(presentOwnSale), page: { number: page, size, total } };
}

/**
 * Reserves for a client, who gets the link: the seller sees none. Places that sellers keep for unpaid clients are
 * counted by seller; the row of the seller is locked, so that two bookings at once count each other. Throws
 * NOT_A_SELLER, SELLER_UNPAID_PLACES, SELLER_CLIENT_REFUSED and what reserving throws.
 */
export async function reserveAsSeller(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, ...asked }: SellerBooking,
  jobs: Pick<Jobs, 'enqueue'>,
): Promise<OwnSale> {
  const { id } = await requireSeller(trx, callerOfActor(actor).id);
  const seller = await lockSeller(trx, id);
  if (!seller.is_active) throw new AppError('NOT_A_SELLER');
  const request = { jobs, actor, tripId: tripId.toLowerCase(), asked, soldBy: id };
  const reservationId = await reserveForClient(trx, request).catch(asSeller);
  const { rows } = await sql<{ places: number }>`select unpaid_places_of_seller(${id}) as places`.execute(trx);
  if ((rows[0]?.places ?? 0) > seller.max_unpaid_places) throw new AppError('SELLER_UNPAID_PLACES');
  const sale = await readSale(trx, reservationId);
  if (!sale) throw new AppError('UNAVAILABLE');
  return presentOwnSale(sale);
}

/** Why the client's telephone or e-mail stands against it: that they travel already, held too much or let places go. */
const aboutClients = new Set<ErrorCode>(['GUEST_ALREADY_ENROLLED', 'HOLD_PAUSED', 'UNPAID_PLACES', 'PERSON_KNOWN']);

// One answer for all of them: sellers do not learn which.
function asSeller(error: unknown): never {
  throw error instanceof AppError && aboutClients.has(error.code) ? new AppError('SELLER_CLIENT_REFUSED') : error;
}

function presentOwnSale(sale: SaleRow): OwnSale {
  const isLongBack = sale.returns_at.getTime() + CLIENT_DAYS * DAY_MS < Date.now();
  const { rule, base } = sale;
  return {
    code: sale.code,
    firstName: isLongBack ? null : firstName(sale.payer_name),
    people: sale.people,
    trip: { title: sale.title, date: sale.departs_at.toISOString(), returnDate: sale.returns_at.toISOString() },
    state: sale.state,
    way: sale.seller_way,
    holdExpiresAt: sale.hold_expires_at?.toISOString() ?? null,
    totalCents: sale.total_cents,
    receivedCents: sale.received_cents,
    rule: rule ? commissionText(rule) : '',
    commissionCents: sale.commission_cents,
    fullCents: rule ? commissionOf(rule, { ...base, receivedCents: sale.full_received_cents }) : 0,
    createdAt: sale.created_at.toISOString(),
  };
}
