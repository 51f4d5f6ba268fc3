import { centsOfEach, permilleOf, type Report, type ReportQuery, reportText } from '@passeio/contract/reports/reports';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findTrip } from '../../trips/index.ts';
import { type Row, rowsOf } from './rows.ts';
import { scopeOf } from './scope.ts';

/** A report, as of one moment. Throws TRIP_NOT_FOUND. */
export function readReport(db: Database, { report, ...asked }: ReportQuery): Promise<Report> {
  return inSnapshot(db, async (snapshot) => {
    const trip = asked.tripId ? await findTrip(snapshot, 'id', asked.tripId) : null;
    if (trip === undefined) throw new AppError('TRIP_NOT_FOUND');
    const scope = await scopeOf(snapshot, asked);
    const rows = await rowsOf[report](snapshot, scope);
    return {
      ...{ report, from: scope.from, to: scope.to },
      trip: trip && { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
      rows: rows.map(({ label, values }) => ({ label, values: withEach(report, values) })),
      totals: withEach(report, totalsOf(report, rows)),
    };
  });
}

/** The sum of each column; of a share that of the whole, whose parts are the two columns before it. */
function totalsOf(report: ReportQuery['report'], rows: readonly Row[]): number[] {
  const { columns } = reportText(report);
  const sums = columns.map((_, index) => rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const [whole = 0, part = 0] = sums;
  return columns.map(({ kind }, index) => {
    if (kind === 'permille') return permilleOf(part, whole);
    if (kind === 'opening') return rows[0]?.values[index] ?? 0;
    return (kind === 'closing' ? rows.at(-1)?.values[index] : sums[index]) ?? 0;
  });
}

/** The values with what each of the places, the second column, comes to of the column before. */
function withEach(report: ReportQuery['report'], values: readonly number[]): (number | null)[] {
  const [, places = 0] = values;
  return reportText(report).columns.map(({ kind }, index) =>
    kind === 'each' ? centsOfEach(values[index - 1] ?? 0, places) : (values[index] ?? 0),
  );
}
