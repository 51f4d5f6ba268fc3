import type { CouponUse, CouponUses, couponUsesQuery } from '@passeio/contract/discounts/coupon-uses';
import { dayAndTime } from '@passeio/contract/format-moments';
import { COUNT_LIMIT } from '@passeio/contract/pages';
import { reservationStates } from '@passeio/contract/reservation-states';
import type { z } from '@passeio/contract/zod';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import { AppError } from '../../platform/http/errors.ts';
import { asCsv } from '../../platform/spreadsheets/spreadsheets.ts';
import { readTimeZone } from '../settings/index.ts';
import { couponsFound, presentCoupons, subjectOf } from './coupons.ts';

const columns = ['Reserva', 'Quem paga', 'Passeio', 'Saída', 'Feita em', 'Situação', 'Conta como uso', 'Desconto (R$)'];

/** A coupon with the reservations that have it, the newest first. Throws COUPON_NOT_FOUND. */
export async function readUses(
  db: Database,
  id: string,
  { page, size }: z.output<typeof couponUsesQuery>,
): Promise<CouponUses> {
  const [coupon, data, count] = await Promise.all([
    findById(db, id),
    listUses(db, id, { size, offset: (page - 1) * size }),
    countUpToLimit(db, db.selectFrom('reservations').where('coupon_id', '=', id)),
  ]);
  const [presented] = await presentCoupons(db, [coupon]);
  if (!presented) throw new AppError('COUPON_NOT_FOUND');
  return { coupon: presented, data, page: { number: page, size, ...count } };
}

/** The same as a CSV file. Audited: it has names. Throws COUPON_NOT_FOUND. */
export async function exportUses(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const coupon = await findById(trx, id);
  const [uses, timeZone] = await Promise.all([listUses(trx, id, { size: COUNT_LIMIT, offset: 0 }), readTimeZone(trx)]);
  await recordAudit(trx, actor, {
    action: 'coupon.uses_exported',
    subject: subjectOf(coupon),
    changes: { reservations: [null, uses.length] },
  });
  const rows = uses.map((use) => [
    { text: use.code },
    { text: use.payerName },
    { text: use.trip.title },
    { text: dayAndTime(new Date(use.trip.date), timeZone) },
    { text: dayAndTime(new Date(use.createdAt), timeZone) },
    { text: reservationStates[use.state as keyof typeof reservationStates].label },
    { text: use.isEnded ? 'não' : 'sim' },
    { cents: use.discountCents },
  ]);
  return { name: `usos-${coupon.code}.csv`, content: table(columns, rows) };
}

/** Coupons with their links as a CSV file, the newest first. */
export async function exportCoupons(
  db: Database,
  origin: string,
  filters: Parameters<typeof couponsFound>[1],
): Promise<{ name: string; content: Buffer }> {
  const found = couponsFound(db, filters).selectAll().orderBy('created_at', 'desc').orderBy('id').limit(COUNT_LIMIT);
  const coupons = await presentCoupons(db, await found.execute());
  const rows = coupons.map(({ code, pagePath, tag, uses, discountedCents }) => [
    { text: code },
    { text: origin + pagePath },
    { text: tag },
    { number: uses },
    { cents: discountedCents },
  ]);
  return { name: 'cupons.csv', content: table(['Código', 'Link', 'Etiqueta', 'Usos', 'Desconto dado (R$)'], rows) };
}

const table = (headers: string[], rows: Parameters<typeof asCsv>[0]['rows']) =>
  asCsv({ columns: headers.map((header) => ({ header, width: 0 })), rows });

async function findById(db: Database, id: string) {
  const found = await db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new AppError('COUPON_NOT_FOUND');
  return found;
}

async function listUses(db: Database, id: string, range: { size: number; offset: number }): Promise<CouponUse[]> {
  const rows = await db
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .innerJoin('trips as trip', 'trip.id', 'r.trip_id')
    .select(['r.id', 'r.code', 'r.state', 'r.is_active', 'r.created_at', 'r.trip_id'])
    .select(['payer.name', 'trip.title', 'trip.departs_at'])
    .select((eb) =>
      eb
        .selectFrom('reservation_lines as line')
        .select(sql<number>`coalesce(-sum(line.quantity * line.unit_cents), 0)::integer`.as('cents'))
        .whereRef('line.reservation_id', '=', 'r.id')
        .whereRef('line.source_id', '=', 'r.coupon_id')
        .where('line.ended_at', 'is', null)
        .as('discount_cents'),
    )
    .where('r.coupon_id', '=', id)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(range.size)
    .offset(range.offset)
    .execute();
  return rows.map((row) => ({
    reservationId: row.id,
    code: row.code,
    payerName: row.name,
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
    state: row.state,
    isEnded: !row.is_active,
    discountCents: row.discount_cents ?? 0,
    createdAt: row.created_at.toISOString(),
  }));
}
