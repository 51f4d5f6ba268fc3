import type { RefundPart, RefundWay } from '@passeio/contract/payments/refund-parts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { splitOverPayments } from './split-over-payments.ts';

/**
 * What each gift card has paid of reservations and gets back, in centavos; the first one used first. Not those that
 * staff revoked, of which a refund is due.
 */
export function cardSharesOf(
  db: Database,
  reservationIds: readonly string[],
): Promise<{ id: string; reservation_id: string; cents: number }[]> {
  const cents = sql<number>`sum(case entry.direction when 'in' then entry.amount_cents else -entry.amount_cents end)::integer`;
  return db
    .selectFrom('entries as entry')
    .innerJoin('accounts as card', (join) =>
      join.on(sql<boolean>`card.id = case entry.direction when 'in' then entry.from_account else entry.to_account end`),
    )
    .where('card.closed_at', 'is', null)
    .select(['card.id', cents.as('cents')])
    .select(sql<string>`entry.reservation_id`.as('reservation_id'))
    .where('entry.reservation_id', '=', sqlAny([...reservationIds], 'uuid'))
    .where('entry.method', '=', sql.lit('gift_card'))
    .groupBy(['card.id', 'entry.reservation_id'])
    .having(cents, '>', 0)
    .orderBy(sql`min(entry.recorded_at)`)
    .orderBy('card.id')
    .execute();
}

/** How many centavos the provider can return of each payment in the ledger that came through it. */
export function returnableRests(db: Database) {
  return (
    db
      .selectFrom('entries as entry')
      .select((eb) => [
        'entry.reservation_id',
        'entry.id as entry_id',
        'entry.provider',
        'entry.method',
        'entry.reference',
        sql<number>`entry.amount_cents - coalesce(${eb
          .selectFrom('refunds as returned')
          .select(sql<number>`sum(amount_cents)::integer`.as('sum'))
          // The index finds them by it.
          .whereRef('returned.reservation_id', '=', 'entry.reservation_id')
          .whereRef('returned.returned_entry', '=', 'entry.id')
          .where('returned.state', '<>', 'due')}, 0)`.as('rest_cents'),
      ])
      .where('entry.direction', '=', 'in')
      .where('entry.reference', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('chargebacks as c').select('c.entry_id').whereRef('c.payment_entry', '=', 'entry.id'))),
      )
      // The provider reported it: at once, or of a payment that staff assigned.
      .where(({ or, exists, selectFrom, eb }) =>
        or([
          eb('entry.recorded_via', '=', 'provider'),
          exists(
            selectFrom('unmatched_payments as u')
              .select('u.id')
              .whereRef('u.provider', '=', 'entry.provider')
              .where(sql<boolean>`upper(u.reference) = upper(entry.reference)`)
              .whereRef('u.transfer_id', '=', 'entry.id'),
          ),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('transfers as r').select('r.id').whereRef('r.reverses', '=', 'entry.id'))),
      )
  );
}

/** The method by which the provider returns one of `refunds`, if it was asked to. */
export const sentVia = sql<string | null>`(select method from transfers returned
  where returned.id = refunds.returned_entry and refunds.state = 'sent')`;

/** Something that goes back of a reservation. `sentVia`: the method of the payment that the provider returns. */
export interface GoingBack {
  reservationId: string;
  amountCents: number;
  sentVia?: string | null;
}

/**
 * How each amount goes back, as `returnToCards` and `sendRefund` do it: first to the gift cards that paid,
 * then through the providers that there are if they cover the rest, else by hand to a Pix key. The parts add up to the
 * amount.
 */
export async function refundPartsOf(db: Database, goingBack: readonly GoingBack[]): Promise<RefundPart[][]> {
  const ids = [...new Set(goingBack.filter(({ amountCents }) => amountCents > 0).map((one) => one.reservationId))];
  if (ids.length === 0) return goingBack.map(() => []);
  const [cards, payments] = [await cardSharesOf(db, ids), await paymentsToReturn(db, ids)];
  return goingBack.map(({ reservationId, amountCents, sentVia }) => {
    if (sentVia) return partsOf([[wayOf(sentVia), amountCents]]);
    const ofCards = cards.filter((one) => one.reservation_id === reservationId);
    const cardCents = Math.min(
      amountCents,
      ofCards.reduce((sum, { cents }) => sum + cents, 0),
    );
    const restCents = amountCents - cardCents;
    const returnable = payments.filter((one) => one.reservation_id === reservationId);
    const shares = splitOverPayments(returnable, restCents);
    return partsOf([
      ...(shares ?? []).map((share) => [wayOf(share.payment.method), share.amountCents] as const),
      ['gift_card', cardCents],
      ['pix', shares ? 0 : restCents],
    ]);
  });
}

/**
 * How what a reservation is quoted goes back, also what the provider was asked to return of it before. `isWhole`: all
 * of the reservation ends, of which that is a part.
 */
export async function quotedPartsOf(
  db: Database,
  { reservationId, amountCents, isWhole }: { reservationId: string; amountCents: number; isWhole: boolean },
): Promise<RefundPart[]> {
  if (amountCents === 0) return [];
  const sent = db
    .selectFrom('refunds')
    .select(['amount_cents', sentVia.as('sent_via')])
    .where('reservation_id', '=', reservationId)
    .where('state', '=', sql.lit('sent'));
  const goingBack: GoingBack[] = [];
  let restCents = amountCents;
  for (const { amount_cents, sent_via } of isWhole ? await sent.execute() : []) {
    const sentCents = Math.min(amount_cents, restCents);
    goingBack.push({ reservationId, amountCents: sentCents, sentVia: sent_via });
    restCents -= sentCents;
  }
  goingBack.push({ reservationId, amountCents: restCents });
  const parts = (await refundPartsOf(db, goingBack)).flat();
  return partsOf(parts.map((part) => [part.way as RefundWay, part.amountCents] as const));
}

function wayOf(method: string): RefundWay {
  return method === 'card' ? 'card' : 'pix_origin';
}

// Each way once.
function partsOf(amounts: readonly (readonly [RefundWay, number])[]): RefundPart[] {
  const sums = new Map<RefundWay, number>();
  for (const [way, amountCents] of amounts) sums.set(way, (sums.get(way) ?? 0) + amountCents);
  return [...sums].flatMap(([way, amountCents]) => (amountCents > 0 ? [{ way, amountCents }] : []));
}

// The installation's providers, the largest first.
function paymentsToReturn(db: Database, ids: string[]) {
  const rests = returnableRests(db).where('entry.reservation_id', '=', sqlAny(ids, 'uuid'));
  return db
    .selectFrom(rests.as('rests'))
    .innerJoin('operator', (join) => join.on(sql<boolean>`rests.provider = any (provider_issuers)`))
    .select(['reservation_id', 'entry_id', 'method', 'rest_cents'])
    .where('rest_cents', '>', 0)
    .orderBy('rest_cents', 'desc')
    .orderBy('entry_id')
    .$castTo<{ reservation_id: string; entry_id: string; method: string; rest_cents: number }>()
    .execute();
}
