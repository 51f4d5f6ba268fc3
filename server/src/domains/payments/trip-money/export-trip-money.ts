import { formatDay } from '@passeio/contract/format-moments';
import { entryKinds, isPrepaid, paymentMethods } from '@passeio/contract/payments/payments';
import { type MoneyExportFormat, netCentsOf } from '@passeio/contract/payments/trip-money';
import { type Actor, bankOf, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { asCsv, asXlsx, type Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip } from '../../trips/index.ts';
import { entriesOfTrip, type TripEntryRow } from './trip-money.queries.ts';

const mediaTypes: Record<MoneyExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

// Widths in characters.
const columns = [
  { header: 'Data', width: 12 },
  { header: 'Hora', width: 8 },
  { header: 'Reserva', width: 10 },
  { header: 'Quem paga', width: 32 },
  { header: 'Pago por', width: 32 },
  { header: 'Lançamento', width: 22 },
  { header: 'Forma', width: 14 },
  { header: 'Entrada (R$)', width: 14 },
  { header: 'Saída (R$)', width: 14 },
  { header: 'Crédito usado (R$)', width: 18 },
  { header: 'Crédito dado (R$)', width: 18 },
  { header: 'Taxa (R$)', width: 12 },
  { header: 'Líquido (R$)', width: 14 },
  { header: 'Pix (E2E)', width: 36 },
  { header: 'Txid', width: 36 },
  { header: 'Lançado por', width: 28 },
  { header: 'Lançado em', width: 18 },
  { header: 'Observação', width: 40 },
];

/** An entry's amount in each column of amounts: credits and gift cards are no money that comes or goes. */
const amounts: ((row: TripEntryRow) => number | null)[] = [
  (row) => (!isPrepaid(row.method) && row.direction === 'in' ? row.amount_cents : null),
  (row) => (!isPrepaid(row.method) && row.direction === 'out' ? row.amount_cents : null),
  (row) => (isPrepaid(row.method) && row.direction === 'in' ? row.amount_cents : null),
  (row) => (isPrepaid(row.method) && row.direction === 'out' ? row.amount_cents : null),
  ({ fee_cents }) => fee_cents,
  ({ method, direction, amount_cents: amountCents, fee_cents: feeCents }) =>
    isPrepaid(method) ? null : netCentsOf({ direction, amountCents, feeCents }),
];

/** The ledger of a trip as a file, oldest entry first, one row each. Audited. Throws TRIP_NOT_FOUND. */
export async function exportTripMoney(
  db: Database,
  actor: Actor,
  tripId: string,
  format: MoneyExportFormat,
): Promise<ExportedFile> {
  const { trip, entries, timeZone } = await inTransaction(db, async (trx) => {
    const found = await findTrip(trx, 'id', tripId);
    if (!found) throw new AppError('TRIP_NOT_FOUND');
    const rows = (await entriesOfTrip(trx, tripId)).reverse();
    await recordAudit(trx, actor, {
      action: 'trip.money_exported',
      subject: { type: 'trip', id: tripId, label: found.title },
      changes: { format: [null, format], entries: [null, rows.length] },
    });
    return { trip: found, entries: rows, timeZone: await readTimeZone(trx) };
  });
  const table = { sheet: 'Financeiro', columns, rows: entries.map((row) => cellsOf(row, timeZone)) };
  const { day } = momentOf(trip.departs_at, timeZone);
  return {
    name: `financeiro-${trip.slug}-${day}.${format}`,
    mediaType: mediaTypes[format],
    content: format === 'csv' ? asCsv(table) : await asXlsx({ ...table, totals: totalsOf(entries) }),
  };
}

function cellsOf(row: TripEntryRow, timeZone: string): Cell[] {
  const moved = momentOf(row.occurred_at, timeZone);
  const recorded = momentOf(row.recorded_at, timeZone);
  return [
    { date: moved.day },
    { text: moved.time },
    { text: row.code },
    { text: row.reserved_by },
    { text: row.payer_name },
    { text: entryKinds[row.kind] },
    { text: paymentMethods[row.method] },
    ...amounts.map((amountOf) => amountOf(row)).map((cents): Cell => (cents === null ? { text: '' } : { cents })),
    { text: row.reference ?? '' },
    { text: row.charge_reference ?? '' },
    { text: recorderOf(row) },
    { text: `${formatDay(recorded.day)} ${recorded.time}` },
    { text: row.note },
  ];
}

function totalsOf(entries: TripEntryRow[]): Cell[] {
  const sums = amounts.map(
    (amountOf): Cell => ({ cents: entries.reduce((cents, row) => cents + (amountOf(row) ?? 0), 0) }),
  );
  const before: Cell[] = columns.slice(0, 6).map(() => ({ text: '' }));
  return [...before, { text: 'Total' }, ...sums];
}

function recorderOf({ recorded_via, recorded_by_name, method }: TripEntryRow): string {
  if (recorded_via === 'person') return recorded_by_name ?? '';
  return recorded_via === 'provider' ? (bankOf(method).name ?? '') : 'Sistema';
}

/** Day and time of day of an instant, as in "2026-12-05" and "04:30". */
function momentOf(instant: Date, timeZone: string): { day: string; time: string } {
  const at = Temporal.Instant.from(instant.toISOString()).toZonedDateTimeISO(timeZone);
  return {
    day: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}
