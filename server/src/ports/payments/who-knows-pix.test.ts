import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

/** Who may know Pix, by folder or file. */
const KNOWS_PIX = [
  // The adapters, and who chooses among them.
  ...['ports/payments/', 'ports/connections/', 'adapters.ts', 'config.ts'],
  // Words of the wire: the notices' URL and queue, answers and bodies.
  'authorization.ts',
  ...['domains/payments/provider/webhook.routes.ts', 'domains/payments/provider/confirm-payments.ts'],
  ...['ledger/ledger', 'receipts/receipts', 'statements/statements', 'unmatched/unmatched'].map(
    (file) => `domains/payments/${file}.present.ts`,
  ),
  ...['book/reservation-money.present', 'book/refund-parts', 'reservations/reservation/reservations.present'].map(
    (file) => `domains/${file}.ts`,
  ),
  // Means by which a trip may be paid, and their prices.
  ...['domains/settings/settings', 'domains/email-facts/reservation-facts.queries.ts'],
  // Labels: a method's name in e-mails, in the timeline, and a column's header.
  ...['domains/messages/templates/emails.ts', 'domains/email-facts/money-emails.ts'],
  ...['domains/messages/templates/gift-card-emails.ts', 'domains/email-facts/gift-card-emails.ts'],
  ...['domains/reservations/timeline/money-sentences.ts', 'domains/payments/trip-money/export-trip-money.ts'],
  ...['sellers/statements', 'sellers/export-statement'].map((file) => `domains/${file}.ts`),
  // What staff types is a Pix, and banks' files write of them.
  ...['domains/payments/statements/parse-csv.ts', 'domains/payments/statements/names.ts'],
  'domains/payments/statements/direction.ts',
  // Cells of sheets say so too.
  ...['agreed-money', 'payments-of-rows', 'read-reservations'].map((file) => `domains/imports/${file}.ts`),
  // What clients write of, and are answered.
  'domains/conversations/first-answers/',
  // No operator is called so.
  'hosting/names.ts',
  // What a column may hold.
  'platform/database/schema/',
];

it('only adapters, the wire and labels know Pix, its txids and end-to-end ids', () => {
  const knowing = globSync('**/*.ts', { cwd: SOURCES }).filter((path) => !path.endsWith('.test.ts') && knowsPix(path));
  expect(knowing.filter((path) => !KNOWS_PIX.some((known) => path.startsWith(known)))).toEqual([]);
  // The list names nobody who does not need it.
  expect(KNOWS_PIX.filter((known) => !knowing.some((path) => path.startsWith(known)))).toEqual([]);
});

function knowsPix(path: string): boolean {
  const text = readFileSync(join(SOURCES, path), 'utf8').replaceAll(/ from '@passeio\/contract\/[^']+'/g, '');
  return /end_?to_?end_?id|txid/i.test(text) || /\bpix\b/.test(text);
}
