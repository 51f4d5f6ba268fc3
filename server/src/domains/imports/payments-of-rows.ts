import { type PaymentMethod, paymentMethods } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { handRecorded } from '../../ports/payments/port.ts';
import { receiveMoney } from '../payments/index.ts';
import type { Writer } from './plan.ts';
import type { WrittenRow } from './written-cells.ts';

type Method = Exclude<PaymentMethod, 'credit' | 'gift_card'>;

/** A payment that a row says was made. */
export interface WrittenPayment {
  cents: number;
  method: Method;
  day: string;
  reference: string;
}

const METHODS: readonly [pattern: RegExp, method: Method][] = [
  [/dinheiro|especie|cash/, 'cash'],
  [/cartao|credito|debito|maquin/, 'card'],
  [/transfer|deposito|ted|doc|boleto/, 'transfer'],
];
const usualMethod: Method = handRecorded.method;

export function readPayment(row: WrittenRow, today: string): WrittenPayment | undefined {
  const cents = row.cents('paid');
  const day = row.day('paidOn') ?? today;
  if (!cents) return undefined;
  if (day > today) return row.refuse('paidOn', 'A data do pagamento ainda não chegou.');
  return { cents, day, method: readMethod(row), reference: row.text('reference').slice(0, 100) };
}

function readMethod(row: WrittenRow): Method {
  const word = plainText(row.text('method'));
  const known = METHODS.find(([pattern]) => pattern.test(word))?.[1];
  if (known) return known;
  const label = paymentMethods[usualMethod];
  if (word !== plainText(label)) row.warn('method', `Forma de pagamento não informada: fica como ${label}.`);
  return usualMethod;
}

/** A payment in the ledger, as a file knows it. */
export type KnownPayment = Omit<WrittenPayment, 'method'> & { reservationId: string; method: PaymentMethod };

/** What was received of reservations and was not reversed, in its order. */
export async function readPayments(db: Database, reservationIds: string[], timeZone: string): Promise<KnownPayment[]> {
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .select(['reservation_id', 'method', 'amount_cents', 'reference', 'note'])
    .select(sql<string>`(occurred_at at time zone ${timeZone})::date::text`.as('day'))
    .where('reservation_id', '=', sqlAny(reservationIds, 'uuid'))
    .where('direction', '=', 'in')
    .where('reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as later').select('later.id').whereRef('later.reverses', '=', 'entry.id'))),
    )
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    cents: row.amount_cents,
    method: row.method,
    day: row.day,
    reference: row.reference ?? (row.note.startsWith(NOTE) ? row.note.slice(NOTE.length) : ''),
  }));
}

/** The written payments that are not in the ledger: each that is there is one of them. */
export function missingPayments(written: readonly WrittenPayment[], known: readonly KnownPayment[]): WrittenPayment[] {
  const left = [...known];
  return written.filter((payment) => {
    const at = left.findIndex((one) => isSamePayment(one, payment));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function isSamePayment(one: KnownPayment, other: WrittenPayment): boolean {
  if (one.reference && other.reference) return one.reference.toUpperCase() === other.reference.toUpperCase();
  return one.cents === other.cents && one.day === other.day && one.method === other.method;
}

// What the bank names a payment by; anything else that an operator writes is a note.
const NAMED = /^E\d{20}[A-Za-z0-9]{11}$/i;
const NOTE = 'Código: ';

/** Records a payment in the ledger; its payer is not notified. Returns the id of its entry. */
export async function writePayment(
  { trx, actor }: Writer,
  reservationId: string,
  { cents, method, day, reference }: WrittenPayment,
  timeZone: string,
): Promise<string> {
  const isNamed = method === usualMethod && NAMED.test(reference);
  const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(timeZone).epochMilliseconds;
  const { entryId } = await receiveMoney(trx, actor, {
    reservationId,
    method,
    amountCents: cents,
    occurredAt: new Date(Math.min(noon, Date.now())),
    via: 'person',
    ...(isNamed ? { payment: { issuer: handRecorded.issuer, reference } } : {}),
    ...(reference && !isNamed ? { note: `${NOTE}${reference}` } : {}),
  });
  return entryId;
}
