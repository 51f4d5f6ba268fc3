import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { dayAndTime } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { paymentMethods } from '@passeio/contract/payments/payments';
import { capitalised } from '@passeio/contract/words';
import { maskDocument } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findReservation, mayOpen, type ReservationWithTrip } from '../../reservations/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { amountInWords } from './amount-in-words.ts';
import { type Slip, type SlipsOrder, slipsAsPdf } from './slip-pdf.ts';

/**
 * A receipt for each payment of a reservation, a page each, or for one of them: for its payer and staff. Throws
 * RESERVATION_NOT_FOUND, also for anybody else, or ENTRY_NOT_FOUND.
 */
export async function exportSlips(
  db: Database,
  caller: Caller,
  { reservationId, entryId }: { reservationId: string; entryId?: string | undefined },
): Promise<{ name: string; content: Buffer }> {
  const reservation = await findReservation(db, reservationId);
  if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  const [timeZone, brand, payer, payments] = await Promise.all([
    readTimeZone(db),
    readBrand(db),
    readPayer(db, reservation),
    paymentsOf(db, reservationId),
  ]);
  const wanted = payments.filter(({ id }) => !entryId || id === entryId);
  if (wanted.length === 0) throw new AppError('ENTRY_NOT_FOUND');
  const seesDocument = isStaff(caller) ? hasPermission(caller, 'see_documents') : !caller.byLink;
  const order: SlipsOrder = {
    issuer: issuerOf(brand),
    payer: {
      name: payer.name,
      taxId: seesDocument ? shownTaxId(payer.taxId) : payer.taxId && maskDocument(payer.taxId),
    },
    trip: `${reservation.title}, saída em ${dayAndTime(reservation.departs_at, timeZone)}`,
    code: reservation.code,
    slips: wanted.map((payment) => slipOf(payment, reservation, timeZone)),
    refunded: reservation.refunded_cents > 0 ? moneyText(reservation.refunded_cents) : '',
  };
  return { name: `recibo-${reservation.code}.pdf`, content: await slipsAsPdf(order) };
}

type Payment = Awaited<ReturnType<typeof paymentsOf>>[number];

function slipOf(payment: Payment, { code }: ReservationWithTrip, timeZone: string): Slip {
  const { reversed_at: reversedAt, charged_back_at: chargedBackAt } = payment;
  const day = (at: Date) => dayAndTime(at, timeZone);
  return {
    // The number has an end of the entry's id, which never changes.
    number: `${code}-${payment.id.slice(-6).toUpperCase()}`,
    amount: moneyText(payment.amount_cents),
    words: capitalised(amountInWords(payment.amount_cents)),
    method: paymentMethods[payment.method],
    paidAt: day(payment.occurred_at),
    reference: payment.reference ?? '',
    paidBy: payment.payer_name,
    refusal: reversedAt
      ? `Pagamento estornado em ${day(reversedAt)}. Este recibo não vale.`
      : chargedBackAt
        ? `Pagamento contestado no banco em ${day(chargedBackAt)}. Este recibo não vale.`
        : '',
  };
}

/** The payments of a reservation, oldest first, with when they were taken back. */
function paymentsOf(db: Database, reservationId: string) {
  return db
    .selectFrom('entries as entry')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .select(['entry.id', 'entry.amount_cents', 'entry.method', 'entry.occurred_at', 'entry.reference'])
    .select(['entry.payer_name', 'reversal.occurred_at as reversed_at'])
    .select((eb) =>
      // A Pix may be disputed in parts.
      eb
        .selectFrom('chargebacks as c')
        .innerJoin('transfers as back', 'back.id', 'c.entry_id')
        .select((of) => of.fn.max<Date | null>('back.occurred_at').as('at'))
        .whereRef('c.payment_entry', '=', 'entry.id')
        .as('charged_back_at'),
    )
    .where('entry.reservation_id', '=', reservationId)
    .where('entry.direction', '=', 'in')
    .where('entry.reverses', 'is', null)
    .orderBy('entry.occurred_at')
    .orderBy('entry.id')
    .execute();
}

/** The payer, or to whom the reservation's notes are made out. */
async function readPayer(db: Database, { id, user_id }: ReservationWithTrip): Promise<{ name: string; taxId: string }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('billing_details as billing', (join) => join.on('billing.reservation_id', '=', id))
    .select(['users.name', 'users.cpf', 'billing.name as billed', 'billing.tax_id'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { name: row.billed || row.name, taxId: row.tax_id || row.cpf || '' };
}

function issuerOf(brand: Awaited<ReturnType<typeof readBrand>>): SlipsOrder['issuer'] {
  const city = [brand.city, brand.state].filter(Boolean).join(' – ');
  return {
    name: brand.legalName || brand.name,
    lines: [
      brand.cnpj && `CNPJ ${brand.cnpj}`,
      [brand.address, city].filter(Boolean).join(', '),
      [brand.phone, brand.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
  };
}

const shownTaxId = (taxId: string) => (/^\d{11}$/.test(taxId) ? formatCpf(taxId) : taxId);
