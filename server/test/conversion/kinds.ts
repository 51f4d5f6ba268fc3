import { createClient } from '../../src/platform/database/connect.ts';

const some = (table: string, which: string) => `select count(*)::integer as count from ${table} where ${which}`;
const movement = (which: string) => some('ledger_entries e', which);
const reversedBy = 'exists (select from ledger_entries where reverses = e.id)';
const giftCard = (which: string) => some('gift_cards g left join gift_card_payments p on p.gift_card_id = g.id', which);
const report = (which: string) => some('door_payments d', which);
const waiting = (which: string) => some('unmatched_payments u', which);
const keptOf = (states: string) =>
  some(
    'reservations',
    `state in (${states}) and received_cents > 0 and exists (
  select from reservation_lines l where l.reservation_id = reservations.id and l.kind = 'penalty' and ended_at is null)`,
  );

/** What a database of the release has to have for its conversion to be tested, counted in its own tables. */
const kinds: Record<string, string> = {
  ...Object.fromEntries(
    ['pix', 'cash', 'card', 'transfer', 'credit', 'gift_card'].map((method) => [
      `a payment by ${method}`,
      movement(`direction = 'in' and method = '${method}'`),
    ]),
  ),
  'a refund by credit': movement("kind = 'refund' and method = 'credit'"),
  'a return to a gift card': movement("kind = 'refund' and method = 'gift_card'"),
  'a reversed payment': movement(`direction = 'in' and ${reversedBy}`),
  'a reversed use of credit': movement(`direction = 'in' and method = 'credit' and ${reversedBy}`),
  'a chargeback': movement("kind = 'chargeback'"),
  'a penalty of a cancelled reservation': some(
    'reservations',
    "state = 'cancelled' and least(retained_cents, received_cents) > 0",
  ),
  'a penalty of a reservation that goes on': keptOf("'held', 'booked'"),
  ...Object.fromEntries(
    ['due', 'sent', 'paid'].map((state) => [`a refund: ${state}`, some('refunds', `state = '${state}'`)]),
  ),
  ...Object.fromEntries(
    ['waiting', 'confirmed', 'refused'].flatMap((state) => [
      [`guide's cash by link: ${state}`, report(`state = '${state}' and guide_link_id is not null`)],
      [`guide's cash by account: ${state}`, report(`state = '${state}' and recorded_by is not null`)],
    ]),
  ),
  "guide's cash: confirmed and reversed": report(
    'exists (select from ledger_entries where reverses = d.ledger_entry_id)',
  ),
  'a gift card: active': giftCard("state = 'active' and balance_cents = value_cents"),
  'a gift card: used up': giftCard("state = 'active' and balance_cents = 0"),
  'a gift card: revoked by staff': giftCard("state = 'revoked' and returned_at is null"),
  'a gift card: issued again': giftCard('generation > 1'),
  'a gift card: taken back': giftCard("state = 'revoked' and returned_cents = value_cents"),
  'a gift card: taken back in part': giftCard('returned_cents > 0 and returned_cents < value_cents'),
  'a gift card: seen to': giftCard('return_checked_at is not null'),
  'an entry of a gift card without money': some('gift_card_entries', 'amount_cents = 0'),
  ...Object.fromEntries(
    ['waiting', 'assigned', 'dismissed'].map((state) => [
      `an unmatched payment: ${state}`,
      waiting(`state = '${state}'`),
    ]),
  ),
  'an unmatched payment: reversed, waiting again': waiting(`state = 'waiting' and exists (
    select from ledger_entries e where e.provider = u.provider and e.reference = u.reference and ${reversedBy})`),
  'an unmatched payment: of a gift card': waiting(`exists (
    select from gift_card_payments p where p.provider = u.provider and p.reference = u.reference)`),
  'an unmatched payment: staff is asked': waiting("state = 'waiting' and description like 'A equipe já lançou%'"),
  'a receipt that counts': some('receipts', 'ledger_entry_id is not null'),
  'a line of a statement that counts': some('statement_lines', 'ledger_entry_id is not null'),
  'accounts closed with cash at guides': some('trip_closings', "cash_exceptions::text <> '[]'"),
};

/** Kinds that a database of the release has not. */
export async function lackingKinds(connectionString: string): Promise<string[]> {
  const client = createClient(connectionString);
  await client.connect();
  try {
    const lacking: string[] = [];
    for (const [name, query] of Object.entries(kinds)) {
      const { rows } = await client.query<{ count: number }>(query);
      if (rows[0]?.count === 0) lacking.push(name);
    }
    return lacking;
  } finally {
    await client.end();
  }
}
