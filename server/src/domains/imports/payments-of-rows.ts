import { type MoneyMethod, type PaymentMethod, paymentMethods } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { handRecorded } from '../../ports/payments/port.ts';
import { receiveMoney } from '../payments/index.ts';
import type { Writer } from './plan.ts';
import type { WrittenRow } from './written-cells.ts';

/** A payment that a row says was made. What it does not say of its day and method is undefined. */
export interface WrittenPayment {
  row: WrittenRow;
  cents: number;
  method: MoneyMethod | undefined;
  day: string | undefined;
  reference: string;
}

export const sumOf = (payments: readonly Pick<WrittenPayment, 'cents'>[]) =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

const METHODS: readonly [pattern: RegExp, method: MoneyMethod][] = [
  [/\bpix\b/, 'pix'],
  [/dinheiro|especie|cash/, 'cash'],
  [/cartao|debito|maquin|credito a vista|^(visa|master|mastercard|elo)$/, 'card'],
  [/transfer|deposito|\bted\b|\bdoc\b|boleto/, 'transfer'],
];
const usualMethod: MoneyMethod = handRecorded.method;

/** What a row says of its payments beside their amounts. */
export function readPaymentFacts(row: WrittenRow, today: string): Omit<WrittenPayment, 'cents'> | undefined {
  const day = row.day('paidOn');
  if (day && day > today) return row.refuse('paidOn', 'A data do pagamento ainda não chegou.');
  const word = plainText(row.text('method'));
  // "Pix e dinheiro" is asked for.
  const [method, another] = new Set(METHODS.flatMap(([pattern, one]) => (pattern.test(word) ? one : [])));
  return { row, day, method: another ? undefined : method, reference: row.text('reference').slice(0, 100) };
}

/** How a payment that is to be written was made, asked for where the file's word is not known. */
export function completePayment(payment: WrittenPayment): void {
  if (payment.method) return;
  const { row } = payment;
  const text = row.text('method');
  if (!text) {
    row.warn('method', `Forma de pagamento não informada: fica como ${paymentMethods[usualMethod]}.`);
    payment.method = usualMethod;
    return;
  }
  const methods = ['pix', 'cash', 'card', 'transfer'] as const;
  const answer = row.meaningOf(
    'method',
    text,
    methods.map((method) => [method, paymentMethods[method]]),
  );
  payment.method = methods.find((method) => method === answer);
}

/** A payment in the ledger, as a file knows it. */
export interface KnownPayment {
  reservationId: string;
  cents: number;
  method: PaymentMethod;
  day: string;
  reference: string;
}

/** What was received of reservations and was not reversed, in its order. */
export async function readPayments(db: Database, reservationIds: string[], timeZone: string): Promise<KnownPayment[]> {
  const rows = await db
    .selectFrom('entries as entry')
    .select(['reservation_id', 'method', 'amount_cents', 'reference', 'note'])
    .select(sql<string>`(occurred_at at time zone ${timeZone})::date::text`.as('day'))
    .where('reservation_id', '=', sqlAny(reservationIds, 'uuid'))
    .where('direction', '=', 'in')
    .where('reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('transfers as later').select('later.id').whereRef('later.reverses', '=', 'entry.id'))),
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

/**
 * The written payments that are not in the ledger: each that is there is one of them. What a row does not say
 * contradicts nothing; the most alike are paired first.
 */
export function missingPayments(written: readonly WrittenPayment[], known: readonly KnownPayment[]): WrittenPayment[] {
  const left = [...known];
  let missing = [...written];
  for (const isAlike of [isSameReference, isSameDayAndMethod, isSameDay, isUncontradicted]) {
    missing = missing.filter((payment) => {
      const at = left.findIndex((one) => isAlike(one, payment));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  }
  return missing;
}

type Alike = (one: KnownPayment, other: WrittenPayment) => boolean;

const isSameReference: Alike = (one, other) =>
  one.reference !== '' && one.reference.toUpperCase() === other.reference.toUpperCase();
const isUncontradicted: Alike = (one, other) =>
  one.cents === other.cents &&
  (other.day === undefined || one.day === other.day) &&
  (!one.reference || !other.reference || isSameReference(one, other));
const isSameDay: Alike = (one, other) => one.day === other.day && isUncontradicted(one, other);
const isSameDayAndMethod: Alike = (one, other) => one.method === other.method && isSameDay(one, other);

// What the bank names a payment by; anything else that an operator writes is a note.
const NAMED = /^E\d{20}[A-Za-z0-9]{11}$/i;
const NOTE = 'Código: ';

/** Records a payment in the ledger, without a day as of today; its payer is not notified. Returns the id of its entry. */
export async function writePayment(
  { trx, actor }: Writer,
  reservationId: string,
  { cents, method = usualMethod, day, reference }: WrittenPayment,
  timeZone: string,
): Promise<string> {
  const isNamed = method === usualMethod && NAMED.test(reference);
  const noon = day && Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(timeZone).epochMilliseconds;
  const { entryId } = await receiveMoney(trx, actor, {
    reservationId,
    method,
    amountCents: cents,
    occurredAt: new Date(Math.min(noon || Date.now(), Date.now())),
    via: 'person',
    ...(isNamed ? { payment: { issuer: handRecorded.issuer, reference } } : {}),
    ...(reference && !isNamed ? { note: `${NOTE}${reference}` } : {}),
  });
  return entryId;
}
