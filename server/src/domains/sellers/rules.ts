import { randomUUIDv7 } from 'node:crypto';
import { commissionText } from '@passeio/contract/sellers/commission';
import type { CommissionRuleDraft, CommissionRuleList } from '@passeio/contract/sellers/sellers';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';

const rulesFound = (db: Database) =>
  db
    .selectFrom('commission_rules as c')
    .leftJoin('sellers as s', 's.id', 'c.seller_id')
    .leftJoin('trips as t', (join) =>
      join.on(sql<boolean>`t.id = coalesce(c.trip_id,
        (select id from trips of_series where of_series.series_id = c.series_id order by departs_at desc limit 1))`),
    )
    .select(['c.id', 'c.seller_id', 'c.trip_id', 'c.series_id', 'c.kind', 'c.value', 'c.since', 'c.ended_at'])
    .select(['s.name as seller_name', 't.title as trip_title', 't.departs_at']);

/** Rules in force, then those that ended, the newest first. */
export async function listRules(db: Database): Promise<CommissionRuleList> {
  const rows = await rulesFound(db)
    .orderBy(sql`c.ended_at is not null`)
    .orderBy('c.since', 'desc')
    .orderBy('c.id', 'desc')
    .limit(200)
    .execute();
  return {
    data: rows.map((row) => ({
      id: row.id,
      sellerId: row.seller_id,
      tripId: row.trip_id,
      seriesId: row.series_id,
      sellerName: row.seller_name,
      tripTitle: row.trip_title,
      tripDate: row.trip_id === null ? null : (row.departs_at?.toISOString() ?? null),
      kind: row.kind,
      value: row.value,
      text: commissionText(row),
      since: row.since.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

/** Sets the rule of a scope, in the place of the one in force. Throws SELLER_NOT_FOUND or TRIP_NOT_FOUND. */
export async function setRule(
  trx: DatabaseTransaction,
  actor: Actor,
  { sellerId, tripId, seriesId, kind, value }: CommissionRuleDraft,
): Promise<CommissionRuleList> {
  // One at a time: two of a scope at once would both find the former one.
  await sql`select pg_advisory_xact_lock(hashtext('commission rules'))`.execute(trx);
  if (seriesId && !(await trx.selectFrom('trips').select('id').where('series_id', '=', seriesId).executeTakeFirst()))
    throw new AppError('TRIP_NOT_FOUND');
  const former = await trx
    .updateTable('commission_rules')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`(seller_id, trip_id, series_id) is not distinct from (${sellerId}::uuid, ${tripId}::uuid, ${seriesId}::uuid)`,
    )
    .returning(['kind', 'value'])
    .executeTakeFirst();
  const row = { id: randomUUIDv7(), seller_id: sellerId, trip_id: tripId, series_id: seriesId, kind, value };
  const refusals = {
    commission_rules_seller_id_fkey: 'SELLER_NOT_FOUND',
    commission_rules_trip_id_fkey: 'TRIP_NOT_FOUND',
  } as const;
  await mapConstraintErrors(refusals, () => trx.insertInto('commission_rules').values(row).execute());
  await audit(trx, actor, row.id, [former ? commissionText(former) : null, commissionText(row)]);
  return listRules(trx);
}

/** Ends a rule in force. Throws COMMISSION_RULE_NOT_FOUND. */
export async function endRule(trx: DatabaseTransaction, actor: Actor, id: string): Promise<CommissionRuleList> {
  const ended = await trx
    .updateTable('commission_rules')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['kind', 'value'])
    .executeTakeFirst();
  if (!ended) throw new AppError('COMMISSION_RULE_NOT_FOUND');
  await audit(trx, actor, id, [commissionText(ended), null]);
  return listRules(trx);
}

async function audit(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  rule: [string | null, string | null],
): Promise<void> {
  const row = await rulesFound(trx).where('c.id', '=', id).executeTakeFirstOrThrow();
  const label = [row.seller_name ?? 'Todos os vendedores', row.trip_title ?? 'todos os passeios'].join(', ');
  await recordAudit(trx, actor, {
    action: rule[1] === null ? 'settings.commission_rule_ended' : 'settings.commission_rule_set',
    subject: { type: 'settings', id: 'commission', label },
    changes: { rule },
  });
}
