import { randomUUIDv7 } from 'node:crypto';
import {
  type DiscountRuleDraft,
  MAX_RULES,
  type OfferedRule,
  type StaffDiscountRule,
} from '@passeio/contract/discounts/discount-rules';
import { ruleText } from '@passeio/contract/discounts/rule-text';
import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { AppError } from '../../platform/http/errors.ts';

type RuleRow = Selectable<Schema['discount_rules']>;

/**
 * The rules that are in force, of one trip or of all, as a value of a query: what prices are computed from. Which trips
 * else they are for is nobody's but staff's.
 */
export function rulesInForce(tripId?: Expression<string>) {
  const at = (column: 'valid_from' | 'valid_until') =>
    sql`to_char(${sql.ref(`r.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql<OfferedRule[]>`(
    select coalesce(json_agg(json_build_object(
      'id', r.id, 'label', r.label, 'position', r.position, 'isActive', true,
      'condition', json_build_object('minPeople', r.min_people, 'minTotalCents', r.min_total_cents,
        'minDaysBefore', r.min_days_before, 'fareLabels', r.counted_fares),
      'benefit', json_build_object('kind', r.benefit, 'value', r.value, 'fareLabels', r.lowered_fares),
      'tripIds', ${tripId ? sql`json_build_array()` : sql`r.trip_ids`},
      'validFrom', ${at('valid_from')}, 'validUntil', ${at('valid_until')}
    ) order by r.position, r.id), '[]')
    from discount_rules r
    where r.is_active and (r.valid_from is null or r.valid_from <= now())
      and (r.valid_until is null or r.valid_until > now())
      ${tripId ? sql`and (r.trip_ids = '{}' or ${tripId} = any(r.trip_ids))` : sql``})`;
}

/** The rules that are in force, of all trips. */
export async function readRulesInForce(db: Database): Promise<OfferedRule[]> {
  const { rules } = await db.selectNoFrom(rulesInForce().as('rules')).executeTakeFirstOrThrow();
  return rules;
}

/** A trip's rules, without the other trips that they are for. */
export function rulesOfTrip(rules: readonly OfferedRule[], tripId: string): OfferedRule[] {
  return rules
    .filter(({ tripIds }) => tripIds.length === 0 || tripIds.includes(tripId))
    .map((rule) => ({ ...rule, tripIds: [] }));
}

/** When a rule begins or ends to apply next, by its days. */
export async function nextRuleChange(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from discount_rules, unnest(array[valid_from, valid_until]) at
    where is_active and at > now()`.execute(db);
  return rows[0]?.at ?? null;
}

/** All rules, in the order in which they apply. */
export async function listRules(db: Database): Promise<{ data: StaffDiscountRule[] }> {
  const rows = await withUse(db).orderBy('position').orderBy('id').execute();
  return { data: rows.map(presentRule) };
}

/** Makes a rule, which applies after the others. Throws DISCOUNT_RULES_FULL. */
export async function createRule(
  trx: DatabaseTransaction,
  actor: Actor,
  draft: DiscountRuleDraft,
): Promise<StaffDiscountRule> {
  await lockRules(trx);
  const { count, last } = await trx
    .selectFrom('discount_rules')
    .select([sql<number>`count(*)::integer`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .executeTakeFirstOrThrow();
  if (count >= MAX_RULES) throw new AppError('DISCOUNT_RULES_FULL');
  const row = await trx
    .insertInto('discount_rules')
    .values({ id: randomUUIDv7(), position: last + 1, ...columnsOf(draft) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(trx, actor, {
    action: 'discount_rule.created',
    subject: subjectOf(row),
    changes: { rule: [null, ruleText(presentRule({ ...row, is_used: false }))] },
  });
  return presentRule({ ...row, is_used: false });
}

/** Replaces a rule; reservations keep what they have. Throws DISCOUNT_RULE_NOT_FOUND. */
export async function changeRule(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  draft: DiscountRuleDraft,
): Promise<StaffDiscountRule> {
  const before = await lockRule(trx, id);
  await trx.updateTable('discount_rules').set(columnsOf(draft)).where('id', '=', id).execute();
  const after = await readRule(trx, id);
  const changes = changesBetween(factsOf(before), factsOf(after));
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'discount_rule.changed', subject: subjectOf(after), changes });
  return after;
}

/** Deletes a rule that no reservation has. Throws DISCOUNT_RULE_NOT_FOUND or DISCOUNT_RULE_USED. */
export async function deleteRule(trx: DatabaseTransaction, actor: Actor, id: string) {
  const rule = await lockRule(trx, id);
  if (rule.isUsed) throw new AppError('DISCOUNT_RULE_USED');
  await trx.deleteFrom('discount_rules').where('id', '=', id).execute();
  await recordAudit(trx, actor, { action: 'discount_rule.deleted', subject: subjectOf(rule) });
  return listRules(trx);
}

/** Changes the order in which rules apply. Throws DISCOUNT_RULES_CHANGED where these are not all of them. */
export async function reorderRules(trx: DatabaseTransaction, actor: Actor, ids: string[]) {
  await lockRules(trx);
  const { data: before } = await listRules(trx);
  const wanted = ids.map((id) => id.toLowerCase());
  const isComplete = new Set(wanted).size === before.length && before.every(({ id }) => wanted.includes(id));
  if (!isComplete || wanted.length !== before.length) throw new AppError('DISCOUNT_RULES_CHANGED');
  await sql`update discount_rules r set position = o.position
    from unnest(${wanted}::uuid[]) with ordinality o(id, position) where r.id = o.id`.execute(trx);
  const after = await listRules(trx);
  const labels = (rules: readonly StaffDiscountRule[]) => rules.map(({ label }) => label).join(', ');
  const [first] = after.data.filter(({ id }, index) => before[index]?.id !== id);
  if (first)
    await recordAudit(trx, actor, {
      action: 'discount_rule.reordered',
      subject: subjectOf(first),
      changes: { order: [labels(before), labels(after.data)] },
    });
  return after;
}

// Against another order, or more rules than there may be, at the same moment. Reading is not blocked.
async function lockRules(trx: DatabaseTransaction): Promise<void> {
  await sql`lock table discount_rules in share row exclusive mode`.execute(trx);
}

async function lockRule(trx: DatabaseTransaction, id: string): Promise<StaffDiscountRule> {
  await trx.selectFrom('discount_rules').select('id').where('id', '=', id).forUpdate().execute();
  return readRule(trx, id);
}

async function readRule(db: Database, id: string): Promise<StaffDiscountRule> {
  const row = await withUse(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('DISCOUNT_RULE_NOT_FOUND');
  return presentRule(row);
}

function withUse(db: Database) {
  return db
    .selectFrom('discount_rules')
    .selectAll()
    .select(
      sql<boolean>`exists (select from reservation_lines l where l.source_id = discount_rules.id and l.kind = 'discount')`.as(
        'is_used',
      ),
    );
}

function columnsOf({
  condition,
  benefit,
  ...draft
}: DiscountRuleDraft): Omit<Insertable<Schema['discount_rules']>, 'id' | 'position'> {
  return {
    label: draft.label,
    min_people: condition.minPeople,
    min_total_cents: condition.minTotalCents,
    min_days_before: condition.minDaysBefore,
    counted_fares: condition.fareLabels,
    benefit: benefit.kind,
    value: benefit.value,
    lowered_fares: benefit.fareLabels,
    trip_ids: draft.tripIds.map((id) => id.toLowerCase()),
    valid_from: draft.validFrom,
    valid_until: draft.validUntil,
    is_active: draft.isActive,
  };
}

function presentRule(row: RuleRow & { is_used: boolean }): StaffDiscountRule {
  return {
    id: row.id,
    label: row.label,
    condition: {
      minPeople: row.min_people,
      minTotalCents: row.min_total_cents,
      minDaysBefore: row.min_days_before,
      fareLabels: row.counted_fares,
    },
    benefit: { kind: row.benefit, value: row.value, fareLabels: row.lowered_fares },
    tripIds: row.trip_ids,
    validFrom: row.valid_from?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
    isActive: row.is_active,
    position: row.position,
    isUsed: row.is_used,
  };
}

// As the audit log keeps them.
function factsOf(rule: StaffDiscountRule) {
  const { label, tripIds, validFrom, validUntil, isActive } = rule;
  return { label, rule: ruleText(rule), trips: tripIds.length, validFrom, validUntil, isActive };
}

const subjectOf = ({ id, label }: Pick<RuleRow, 'id' | 'label'>) => ({ type: 'discount_rule', id, label }) as const;
