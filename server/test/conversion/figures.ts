import type pg from 'pg';
import { createClient } from '../../src/platform/database/connect.ts';

interface Figure {
  /** SQL over the tables of the release that is converted. */
  before: string;
  /** SQL that selects the same rows from the tables after the conversion; by default the same. */
  after?: string;
}

/** Every row with money, or that money hangs on, as text. A table that goes away gets an `after` of what stands for it. */
export const figures: Record<string, Figure> = {
  reservations: {
    before: `select id, code, state, total_cents, deposit_cents, received_cents, refunded_cents, credited_cents,
      retained_cents, refund_due_on, choose_until, instalments, card_review_cents from reservations`,
  },
  'what is due': {
    before: `select id, case when is_active then greatest(0, total_cents - received_cents) else 0 end as due_cents,
      greatest(0, received_cents - case when is_active then total_cents else retained_cents end) as to_return_cents
      from reservations`,
  },
  lines: {
    before: `select id, reservation_id, kind, source_id, participant_id, quantity, unit_cents, ended_at
      from reservation_lines`,
  },
  // A payment follows the last that was recorded of it: in between it waited with the unknown payer, or with a guide.
  movements: {
    before: `select id, reservation_id, kind, direction, method, amount_cents, occurred_at, recorded_at, recorded_by,
      recorded_via, payer_name, note, fee_cents, settles_on, reverses, provider, reference, charge_id, refund_id,
      records_again from ledger_entries`,
    after: `select e.id, e.reservation_id, e.kind, e.direction, e.method, e.amount_cents, e.occurred_at, e.recorded_at,
      e.recorded_by, e.recorded_via, e.payer_name, e.note, e.fee_cents, e.settles_on, e.reverses, e.provider,
      e.reference, e.charge_id, e.refund_id,
      case former.kind when 'arrival' then former.records_again when 'cash_report' then null else former.id end
        as records_again
      from entries e left join transfers former on former.id = e.records_again`,
  },
  // The accountant's lines of what was kept: they had the reservation's id, and have the transfer's.
  penalties: {
    before: `select id as reservation_id, least(retained_cents, received_cents) as cents, cancelled_at as at
      from reservations where state = 'cancelled' and least(retained_cents, received_cents) > 0
      union all
      select r.id, least(kept.cents, r.received_cents), kept.at
      from (select reservation_id, sum(quantity * unit_cents)::integer as cents, max(created_at) as at
        from reservation_lines where kind = 'penalty' and ended_at is null group by 1) kept
      join reservations r on r.id = kept.reservation_id and r.state in ('held', 'booked')
      where least(kept.cents, r.received_cents) > 0`,
    after: `select e.from_account as reservation_id, e.amount_cents as cents, e.occurred_at as at
      from transfers e join accounts kept on kept.id = e.to_account and kept.kind = 'kept' where e.kind = 'penalty'`,
  },
  'credit balances': {
    before: 'select user_id, cents from credit_balances where cents <> 0',
    after: `select a.id as user_id, balance_cents as cents from accounts a join users on users.id = a.id
      where a.kind = 'stored_value' and balance_cents <> 0`,
  },
  // Their kind is said by that of the movement, whose instant is theirs.
  'credit movements': {
    before: `select user_id, amount_cents, ledger_entry_id,
      case when kind = 'reversed' then 'reversed' when amount_cents > 0 then 'granted' else 'used' end as kind
      from credit_entries`,
    after: `select a.id as user_id, case when a.id = e.to_account then e.amount_cents else -e.amount_cents end as amount_cents,
      e.id as ledger_entry_id,
      case when e.reverses is not null then 'reversed' when a.id = e.to_account then 'granted' else 'used' end as kind
      from entries e join accounts a on a.id in (e.from_account, e.to_account) and a.kind = 'stored_value'
      where e.method = 'credit'`,
  },
  'gift cards': {
    before: `select g.id, state, value_cents, balance_cents, code_hash, link_hash, last4, generation,
      coalesce(returned_cents, 0) as returned_cents, returned_at, return_checked_at, return_checked_by
      from gift_cards g left join gift_card_payments p on p.gift_card_id = g.id`,
    after: `select g.id, state, value_cents, coalesce(a.balance_cents, 0) as balance_cents, code_hash, link_hash, last4,
      generation, returned_cents, returned_at, return_checked_at, return_checked_by
      from gift_cards g left join accounts a on a.id = g.id and a.kind = 'stored_value'`,
  },
  // What was issued, used and returned is its payment and the reservation's movement, of their own ids, instants and
  // people. A card that was used up is revoked and issued again with 0 centavos, which moves nothing.
  'gift card movements': {
    before: `select e.gift_card_id, e.kind, e.amount_cents, e.ledger_entry_id, own.*
      from gift_card_entries e left join lateral (
        select e.id, e.reason, e.recorded_by, e.created_at where e.kind in ('revoked', 'reissued')) own on true
      where amount_cents <> 0`,
    after: `select card.id as gift_card_id,
      case when e.kind = 'sale' then 'issued' when e.kind = 'revocation' then 'revoked' when e.kind = 'reissue' then 'reissued'
        when card.id = e.to_account then 'returned' else 'used' end as kind,
      case when card.id = e.to_account then e.amount_cents else -e.amount_cents end as amount_cents,
      case when e.reservation_id is not null then e.id end as ledger_entry_id, own.*
      from transfers e join gift_cards card on card.id in (e.from_account, e.to_account) left join lateral (
        select e.id, e.note as reason, e.recorded_by, e.recorded_at as created_at
        where e.kind in ('revocation', 'reissue')) own on true`,
  },
  'gift card payments': {
    before: `select id, gift_card_id, method, amount_cents, occurred_at, recorded_at, recorded_via, recorded_by, payer_name,
      provider, reference, charge_id from gift_card_payments`,
    after: `select id, to_account as gift_card_id, method, amount_cents, occurred_at, recorded_at, recorded_via, recorded_by,
      payer_name, provider, reference, charge_id from transfers where kind = 'sale'`,
  },
  // A payment by which staff recorded a gift card was dismissed, and is assigned to the card.
  'unmatched payments': {
    before: `select id, state, method, amount_cents, fee_cents, occurred_at, provider, reference, charge_reference,
      returned_cents, settles_on, payer_name, reason, decided_by, decided_at, ledger_entry_id from unmatched_payments`,
    after: `select u.id, case when spent.kind = 'sale' then 'dismissed' else u.state end as state, u.method, u.amount_cents,
      u.fee_cents, u.occurred_at, u.provider, u.reference, charge_reference, returned_cents, u.settles_on, u.payer_name,
      reason, decided_by, decided_at, case when spent.kind is distinct from 'sale' then u.transfer_id end as ledger_entry_id
      from unmatched_payments u left join transfers spent on spent.id = u.transfer_id`,
  },
  // Payments that count nowhere and wait; what staff may have typed already is a question, and no money.
  'money of unknown payers': {
    before: `select id, provider, upper(reference) as reference, amount_cents, fee_cents, settles_on, occurred_at, payer_name
      from unmatched_payments u
      where state = 'waiting' and description !~ '^(A equipe já lançou|Este [^.]* está lançado na reserva) ' and not exists (
        select from (select id, provider, reference from ledger_entries
          union all select id, provider, reference from gift_card_payments) counted
        where counted.provider = u.provider and upper(counted.reference) = upper(u.reference)
          and not exists (select from ledger_entries where reverses = counted.id))`,
    after: `select t.id, provider, upper(reference) as reference, amount_cents, fee_cents, settles_on, occurred_at, payer_name
      from transfers t join accounts a on a.id = t.to_account and a.kind = 'unknown'
      where t.kind = 'arrival' and not exists (select from transfers where reverses = t.id)
        and not exists (select from transfers spent where spent.records_again = t.id
          and not exists (select from transfers where reverses = spent.id))`,
  },
  // What was confirmed and whose payment was reversed was with nobody: it is reported again, and refused.
  'door payments': {
    before: `select id, reservation_id, state, amount_cents, taken_at, guide_link_id, recorded_by, recorded_at, decided_by,
      decided_at, ledger_entry_id, case when state <> 'waiting' then amount_cents end as ended_cents from door_payments`,
    after: `select report.id, report.from_account as reservation_id,
      case ending.kind when 'hand_in' then 'confirmed' when 'report_refusal' then 'refused' else 'waiting' end as state,
      report.amount_cents, report.occurred_at as taken_at, case when hand.name is null then hand.id end as guide_link_id,
      report.recorded_by, report.recorded_at, ending.recorded_by as decided_by, ending.recorded_at as decided_at,
      counted.id as ledger_entry_id, ending.amount_cents as ended_cents
      from transfers report join accounts hand on hand.id = report.to_account
      left join transfers ending on ending.reverses = report.id
      left join transfers counted on counted.records_again = report.id
      where report.kind = 'cash_report' and report.records_again is null`,
  },
  'cash with guides': {
    before: `select coalesce(guide_link_id, recorded_by) as guide, sum(amount_cents)::integer as cents from door_payments
      where state = 'waiting' group by 1`,
    after: `select coalesce(name::uuid, id) as guide, balance_cents as cents from accounts
      where kind = 'hand' and balance_cents <> 0`,
  },
  refunds: {
    before: `select id, reservation_id, state, reason, amount_cents, promised_for, paid_at, pix_key, provider_reference,
      returned_entry from refunds`,
  },
  charges: {
    before: `select id, reservation_id, gift_card_id, participant_id, state, kind, purpose, provider, reference,
      provider_state, amount_cents, adjustment_cents, due_on, expires_at from charges`,
  },
  chargebacks: {
    before: `select id, kind, provider, reference, payment_entry, entry_id, amount_cents, is_settled, noticed_at,
      checked_at, checked_by from chargebacks`,
  },
  receipts: {
    before: 'select id, reservation_id, charge_id, state, ledger_entry_id, sha256 from receipts',
    after: 'select id, reservation_id, charge_id, state, transfer_id as ledger_entry_id, sha256 from receipts',
  },
  'lines of statements': {
    before: `select id, statement_id, state, amount_cents, occurred_on, reference, charge_reference, reservation_id,
      ledger_entry_id from statement_lines`,
    after: `select id, statement_id, state, amount_cents, occurred_on, reference, charge_reference, reservation_id,
      transfer_id as ledger_entry_id from statement_lines`,
  },
  'settlement reports': {
    before:
      'select trip_id, figures, exceptions, cash_exceptions, note, entries, created_by, created_at from trip_closings',
    after:
      'select trip_id, figures, exceptions, cash_exceptions, note, entries, created_by, created_at from settlement_reports',
  },
  'final manifests': {
    before: 'select id, trip_id, version, content, content_hash, people, erased_at from road_lists',
    after: 'select id, trip_id, version, content, content_hash, people, erased_at from final_manifests',
  },
  places: { before: 'select id, capacity, places_taken, places_set_aside, price_cents from trips' },
  coupons: { before: 'select id, uses, discounted_cents from coupons' },
  'keys of repeated requests': {
    before: 'select key, user_id, fingerprint, status_code, answer from idempotency_keys',
  },
  sessions: { before: 'select id, token, "userId" from identity.session' },
};

export type Figures = Record<string, string[]>;

/** The rows of every figure, sorted. */
export async function readFigures(connectionString: string, when: keyof Figure): Promise<Figures> {
  const client = createClient(connectionString);
  await client.connect();
  try {
    const read: Figures = {};
    for (const [name, { before, after = before }] of Object.entries(figures)) {
      read[name] = await rowsOf(client, when === 'before' ? before : after);
    }
    return read;
  } finally {
    await client.end();
  }
}

async function rowsOf(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select to_jsonb(one)::text as line from (${query}) one order by 1`,
  );
  return rows.map(({ line }) => line);
}

/** What differs, as "gift cards: only before … , only after …"; empty where every row is the same. */
export function differencesOf(before: Figures, after: Figures): string[] {
  return Object.keys(figures).flatMap((name) => {
    const [was, is] = [before[name] ?? [], after[name] ?? []];
    const [wasSet, isSet] = [new Set(was), new Set(is)];
    const gone = was.filter((row) => !isSet.has(row)).map((row) => `${name}: only before ${row}`);
    const come = is.filter((row) => !wasSet.has(row)).map((row) => `${name}: only after ${row}`);
    return was.length === is.length
      ? [...gone, ...come]
      : [`${name}: ${was.length} rows, then ${is.length}`, ...gone, ...come];
  });
}
