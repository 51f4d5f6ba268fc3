import { randomUUIDv7 } from 'node:crypto';
import { formatDay } from '@passeio/contract/format-moments';
import { MAX_INVOICES } from '@passeio/contract/payments/invoices';
import type { InvoiceDraft, InvoiceReplacement } from '@passeio/contract/payments/issued-invoices';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Declaration, DeclarationInvalid, type FiscalService } from '../../../ports/fiscal/port.ts';
import {
  findReservation,
  lockReservation,
  type ReservationWithTrip,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { type Issuing, readIssuing, settingsOfTrip } from './fiscal-settings.ts';
import { findIssuedInvoice, type IssuedInvoiceRow, numberText } from './issued-invoices.queries.ts';

/** A note that is asked for. */
export interface InvoiceOrder {
  reservationId: string;
  requestedBy: string;
  /** Undefined: as it is proposed at that moment. */
  draft: InvoiceDraft | undefined;
  /** Which note it replaces, and why. */
  replaces?: Pick<InvoiceReplacement, 'reason' | 'text'> & { invoiceId: string };
}

/**
 * Issues a note: it gets the next number of its series, which no other note ever gets, and is written as it will be
 * sent. Throws what is wrong with payer, amount or settings.
 */
export async function issueInvoice(
  trx: DatabaseTransaction,
  actor: Actor,
  connected: FiscalService | undefined,
  { reservationId, requestedBy, draft, replaces }: InvoiceOrder,
): Promise<IssuedInvoiceRow> {
  await lockReservation(trx, reservationId);
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  const issuing = await readIssuing(trx, connected, reservation.trip_id);
  const { fiscal } = issuing;
  const { notes, isPending, issuedCents } = await sumsOf(trx, fiscal, reservationId);
  if (isPending) throw new AppError('INVOICE_PENDING');
  if (notes >= MAX_INVOICES) throw new AppError('TOO_MANY_INVOICES');
  const replaced = replaces && (await findReplaceable(trx, fiscal, { reservationId, ...replaces }));
  const { amountCents, description } = draft ?? (await proposeInvoice(trx, fiscal, reservation));
  if (amountCents <= 0) throw new AppError('INVOICE_NOTHING_DUE');
  const othersCents = issuedCents - (replaced?.amount_cents ?? 0);
  if (amountCents > reservation.received_cents - othersCents) throw new AppError('INVOICE_ABOVE_RECEIVED');
  const payer = await readPayer(trx, reservation, issuing.settings.allowsUnnamed);
  const number = await takeNumber(trx, issuing);
  const { series } = issuing.settings;
  const declaration = {
    ...{ issuer: issuing.issuer, series, number, payer, amountCents },
    ...{ description: description.replaceAll('\r\n', '\n'), ...datesOf(reservation, issuing.timeZone) },
    ...(replaces && { replaces: { ...replaces, accessKey: replaced?.access_key ?? '' } }),
  };
  const { id: declarationId, xml } = declare(fiscal, declaration);
  const row = await trx
    .insertInto('issued_invoices')
    .values({
      ...{ id: randomUUIDv7(), reservation_id: reservationId, state: 'sent' as const, environment: fiscal.environment },
      ...{ series, number, declaration_id: declarationId, declaration: xml, amount_cents: amountCents },
      ...{ payer_name: payer?.name ?? '', payer_tax_id: payer?.taxId ?? '', description: declaration.description },
      ...{ requested_by: requestedBy, replaces: replaces?.invoiceId ?? null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip: reservation },
    {
      action: 'reservation.invoice_issued',
      changes: { invoice: [null, numberText(row)], amountCents: [null, amountCents] },
    },
  );
  return row as IssuedInvoiceRow;
}

/** What a note of a reservation would say. */
export async function proposeInvoice(
  db: Database,
  fiscal: FiscalService,
  reservation: ReservationWithTrip,
): Promise<InvoiceDraft & { balanceCents: number }> {
  const { issuedCents } = await sumsOf(db, fiscal, reservation.id);
  const { ownPercent = 100 } = (await settingsOfTrip(db, reservation.trip_id)) ?? {};
  const keptCents = Math.min(
    reservation.received_cents,
    reservation.is_active ? reservation.total_cents : reservation.retained_cents,
  );
  const ownCents = Math.round((keptCents * ownPercent) / 100);
  const day = formatDay(dayAt(reservation.departs_at, await readTimeZone(db)));
  return {
    amountCents: Math.max(ownCents - issuedCents, 0),
    balanceCents: ownCents - issuedCents,
    description: `Passeio “${reservation.title}”, saída em ${day}. Reserva ${reservation.code}.`,
  };
}

/** A note that may be replaced. Throws INVOICE_NOT_FOUND or INVOICE_NOT_READY. */
async function findReplaceable(
  trx: DatabaseTransaction,
  { environment }: FiscalService,
  key: { reservationId: string; invoiceId: string },
): Promise<IssuedInvoiceRow> {
  const row = await findIssuedInvoice(trx, key);
  if (!row) throw new AppError('INVOICE_NOT_FOUND');
  const isReady = row.state === 'authorised' && row.cancellation === null && row.environment === environment;
  if (!isReady) throw new AppError('INVOICE_NOT_READY');
  return row;
}

async function sumsOf(db: Database, { environment }: FiscalService, reservationId: string) {
  const { rows } = await sql<{ notes: number; is_pending: boolean; issued_cents: number }>`
    select (select count(*) from invoices where reservation_id = ${reservationId})::integer as notes,
      coalesce(bool_or(state = 'sent'), false) as is_pending,
      coalesce(sum(amount_cents) filter (where state in ('sent', 'authorised')), 0)::integer as issued_cents
    from issued_invoices where reservation_id = ${reservationId} and environment = ${environment}`.execute(db);
  const { notes = 0, is_pending: isPending = false, issued_cents: issuedCents = 0 } = rows[0] ?? {};
  return { notes, isPending, issuedCents };
}

async function readPayer(
  trx: DatabaseTransaction,
  { id, user_id }: ReservationWithTrip,
  allowsUnnamed: boolean,
): Promise<Declaration['payer']> {
  const row = await trx
    .selectFrom('users')
    .leftJoin('billing_details as billing', (join) => join.on('billing.reservation_id', '=', id))
    .select(['users.name', 'users.cpf', 'billing.name as billed', 'billing.tax_id'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
  const taxId = row.tax_id || row.cpf || '';
  if (taxId === '' && allowsUnnamed) return null;
  if (taxId === '') {
    throw new AppError('INVOICE_PAYER', { taxId: 'Quem paga não tem CPF ou CNPJ. Preencha em “Dados da nota”.' });
  }
  if (!/^\d+$/.test(taxId)) {
    throw new AppError('INVOICE_PAYER', {
      taxId:
        'O padrão nacional ainda não aceita CNPJ com letras. Emita a nota no site do governo e informe o número dela aqui.',
    });
  }
  return { name: row.billed || row.name, taxId };
}

// Locks the series until the note is written: a transaction that fails gives the number back.
async function takeNumber(trx: DatabaseTransaction, { fiscal, issuer, settings }: Issuing): Promise<number> {
  const { environment } = fiscal;
  const { taxId: tax_id, municipality } = issuer;
  const { last } = await trx
    .insertInto('invoice_numbers')
    .values({ environment, tax_id, municipality, series: settings.series, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'tax_id', 'municipality', 'series'])
        .doUpdateSet({ last: sql`invoice_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return Number(last);
}

// The government refuses what is issued later than it reads it; clocks differ.
const BEHIND_S = 60;

/** When the note is issued, and the day of its service: the departure, or the day of the note if that is earlier. */
function datesOf({ departs_at }: ReservationWithTrip, timeZone: string) {
  const now = Temporal.Now.zonedDateTimeISO(timeZone).subtract({ seconds: BEHIND_S });
  const issuedAt = now.toString({ smallestUnit: 'second', timeZoneName: 'never' });
  const departure = dayAt(departs_at, timeZone);
  const today = now.toPlainDate().toString();
  return { issuedAt, competence: departure < today ? departure : today };
}

function declare(fiscal: FiscalService, declaration: Declaration) {
  try {
    return fiscal.declare(declaration);
  } catch (error) {
    if (!(error instanceof DeclarationInvalid)) throw error;
    if (error.field.startsWith('payer')) {
      throw new AppError('INVOICE_PAYER', { taxId: 'Confira o nome e o CPF ou CNPJ em “Dados da nota”.' });
    }
    if (error.field !== 'description') throw new AppError('INVOICES_NOT_SET_UP');
    throw new AppError('INVALID_INPUT', { description: 'Descrição do serviço: há caracteres que não são aceitos.' });
  }
}

const dayAt = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
