import type { Accounting, AccountingLine, AccountingQuery } from '@passeio/contract/reports/accounting';
import { maskDocument } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { type Caller, hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findTrip } from '../../trips/index.ts';
import { scopeOf } from '../report/scope.ts';
import { type AccountingScope, type LineRow, listLines, sumLines } from './entries.queries.ts';

/** Money of a period line by line, with the sums of all of it, as of one moment. Throws TRIP_NOT_FOUND. */
export function readEntries(
  db: Database,
  caller: Caller,
  { page, size, ...asked }: AccountingQuery,
): Promise<Accounting> {
  return inSnapshot(db, async (snapshot) => {
    const trip = asked.tripId ? await findTrip(snapshot, 'id', asked.tripId) : null;
    if (trip === undefined) throw new AppError('TRIP_NOT_FOUND');
    const { by, method, sellerId, withoutInvoice } = asked;
    const scope: AccountingScope = { ...(await scopeOf(snapshot, asked)), by, method, sellerId, withoutInvoice };
    const { lines, ...sums } = await sumLines(snapshot, scope);
    const rows = await listLines(snapshot, scope, { size, offset: (page - 1) * size });
    const balanceCents = sums.inCents - sums.outCents;
    return {
      ...{ from: scope.from, to: scope.to },
      trip: trip && { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
      data: rows.map((row) => presentLine(row, hasPermission(caller, 'see_documents'))),
      totals: { ...sums, balanceCents, netCents: balanceCents - sums.feeCents },
      page: { number: page, size, total: lines },
    };
  });
}

function presentLine(row: LineRow, seesDocuments: boolean): AccountingLine {
  return {
    ...{ id: row.id, kind: row.kind, method: row.method },
    ...{ amountCents: row.cents, feeCents: row.fee_cents, penaltyCents: row.penalty_cents },
    ...{ cashOn: row.cash_on, competenceOn: row.competence_on },
    payer: {
      ...{ name: row.payer, address: row.address },
      taxId: seesDocuments ? row.tax_id : row.tax_id && maskDocument(row.tax_id),
    },
    reservation: row.reservation_id && row.code ? { id: row.reservation_id, code: row.code } : null,
    trip: row.title !== null && row.departs_on ? { title: row.title, departsOn: row.departs_on } : null,
    seller: row.seller,
    reference: row.reference,
    invoices: row.invoices,
  };
}
