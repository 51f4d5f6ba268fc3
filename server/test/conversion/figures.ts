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
  movements: {
    before: `select id, reservation_id, kind, method, amount_cents, occurred_at, recorded_at, recorded_by, recorded_via,
      payer_name, note, fee_cents, settles_on, reverses, provider, reference, charge_id, refund_id, records_again
      from ledger_entries`,
  },
  'credit balances': { before: 'select user_id, cents from credit_balances where cents <> 0' },
  'credit movements': { before: 'select user_id, kind, amount_cents, created_at, ledger_entry_id from credit_entries' },
  'gift cards': {
    before: `select id, state, value_cents, balance_cents, code_hash, link_hash, last4, generation from gift_cards`,
  },
  'gift card movements': {
    before: `select gift_card_id, kind, amount_cents, reason, recorded_by, created_at, ledger_entry_id
      from gift_card_entries`,
  },
  'gift card payments': {
    before: `select gift_card_id, method, amount_cents, occurred_at, provider, reference, charge_id, returned_cents
      from gift_card_payments`,
  },
  'unmatched payments': {
    before: `select id, state, method, amount_cents, fee_cents, occurred_at, provider, reference, charge_reference,
      returned_cents, settles_on, payer_name, reason, ledger_entry_id from unmatched_payments`,
  },
  'door payments': {
    before: `select id, reservation_id, state, amount_cents, taken_at, guide_link_id, recorded_by, decided_by,
      ledger_entry_id from door_payments`,
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
    before: `select id, kind, provider, reference, payment_entry, entry_id, amount_cents, is_settled from chargebacks`,
  },
  receipts: { before: 'select id, reservation_id, charge_id, state, ledger_entry_id, sha256 from receipts' },
  'lines of statements': {
    before: `select id, statement_id, state, amount_cents, occurred_on, reference, charge_reference, reservation_id,
      ledger_entry_id from statement_lines`,
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
