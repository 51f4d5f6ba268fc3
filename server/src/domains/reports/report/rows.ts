import { formatDay } from '@passeio/contract/format-moments';
import { isPrepaid, type PaymentMethod, paymentMethods, refundReasons } from '@passeio/contract/payments/payments';
import { permilleOf, type ReportKey } from '@passeio/contract/reports/reports';
import { unnamedSources } from '@passeio/contract/sources';
import { marginCents, sumCosts } from '@passeio/contract/trips/trip-costs';
import type { Database } from '../../../platform/database/connect.ts';
import type { MovedRow } from '../../book/index.ts';
import { duePerDay, owingReservations } from '../../payments/index.ts';
import { type DepartureRow, moneyOfDepartures, occupiedPlaces } from './departures.queries.ts';
import { cashByDay, isMoney, movedIn, sumCancelled, sumNotes, sumRefunds } from './revenue.queries.ts';
import {
  LEAD_DAYS,
  type SoldLine,
  type SoldRow,
  soldByChannel,
  soldByExtra,
  soldByFare,
  soldByLead,
  soldByPoint,
  soldBySeller,
  soldBySource,
  soldByVisits,
} from './sales.queries.ts';
import type { Scope } from './scope.ts';

export interface Row {
  label: string;
  values: number[];
}

const channels: Record<string, string> = { site: 'Site', operator: 'Equipe', waiting_list: 'Lista de espera' };
const visits = ['1ª reserva', '2ª reserva', '3ª reserva', '4ª reserva em diante'];

/**
 * The rows of each report, every group of months and days included, also those without anything; without the columns of
 * what each of the places comes to.
 */
export const rowsOf: Record<ReportKey, (db: Database, scope: Scope) => Promise<Row[]>> = {
  async revenue_by_month(db, scope) {
    const moved = await movedIn(db, scope, isMoney);
    return monthsOf(scope).map((month) => {
      const ofMonth = moved.filter((row) => row.month === month);
      const rows = ofMonth.filter(({ isOfGiftCard }) => !isOfGiftCard);
      const money = rows.filter(({ method }) => !isPrepaid(method));
      const prepaid = rows.filter(({ method }) => isPrepaid(method));
      const [received, refunded] = [sumOf(money, 'received'), sumOf(money, 'refunded')];
      const used = sumOf(prepaid, 'received') - sumOf(prepaid, 'refunded');
      const sold = sumOf(ofMonth, 'received') - sumOf(rows, 'received');
      return monthRow(month, [received, refunded, received - refunded, sumOf(rows, 'fees'), used, sold]);
    });
  },
  async revenue_by_method(db, scope) {
    const moved = Map.groupBy(await movedIn(db, scope), ({ method }) => method);
    return (Object.keys(paymentMethods) as PaymentMethod[]).flatMap((method) => {
      const rows = moved.get(method) ?? [];
      const [received, refunded] = [sumOf(rows, 'received'), sumOf(rows, 'refunded')];
      const cents = received - refunded;
      // Apart as in the report by month, so that both have one total.
      const money = isPrepaid(method) ? [0, 0, 0] : [received, refunded, cents];
      const values = [sumOf(rows, 'entries'), ...money, sumOf(rows, 'fees'), isPrepaid(method) ? cents : 0];
      return rows.length === 0 ? [] : [{ label: paymentMethods[method], values }];
    });
  },
  async occupancy(db, scope) {
    const rows = await occupiedPlaces(db, scope);
    return rows.map((row) => ({
      label: departureLabel(row, scope),
      values: [row.capacity, row.taken, Math.max(row.capacity - row.taken, 0), permilleOf(row.taken, row.capacity)],
    }));
  },
  async lead_time(db, scope) {
    const rows = await soldByLead(db, scope);
    return [0, ...LEAD_DAYS].map((_, key) => soldRow(leadLabel(key), rows, key));
  },
  async by_channel(db, scope) {
    const rows = await soldByChannel(db, scope);
    return Object.entries(channels).map(([key, label]) => soldRow(label, rows, key));
  },
  async by_source(db, scope) {
    const rows = await soldBySource(db, scope);
    const unnamed = Object.entries(unnamedSources).flatMap(([kind, label]) =>
      rows.filter((row) => row.kind === kind).map((row) => ({ ...row, key: label })),
    );
    return [...rows.filter(({ kind }) => kind === 'named'), ...unnamed].map(
      ({ key, reservations, places, cents, received, ads }) => ({
        label: key,
        values: [reservations, places, cents, received, ads],
      }),
    );
  },
  async by_seller(db, scope) {
    return (await soldBySeller(db, scope)).map(({ key, reservations, places, cents, received, commission }) => ({
      label: key ?? 'Sem vendedor',
      values: [reservations, places, cents, received, commission],
    }));
  },
  async by_boarding_point(db, scope) {
    return (await soldByPoint(db, scope)).map((row) =>
      lineRow(row, row.label === null ? 'Da reserva inteira' : row.label || 'A combinar'),
    );
  },
  async by_fare(db, scope) {
    return (await soldByFare(db, scope)).map((row) => lineRow(row));
  },
  async by_extra(db, scope) {
    return (await soldByExtra(db, scope)).map((row) => lineRow(row));
  },
  async cancellations(db, scope) {
    const rows = await sumCancelled(db, scope);
    return monthsOf(scope).map((month) => {
      const row = rows.find((one) => one.month === month);
      const names = ['reservations', 'places', 'cents', 'retained', 'refunded', 'open'];
      return monthRow(
        month,
        names.map((name) => row?.[name] ?? 0),
      );
    });
  },
  async refunds(db, scope) {
    return (await sumRefunds(db, scope)).map(({ reason, refunds, cents }) => ({
      label: reason ? refundReasons[reason] : 'Lançada pela equipe',
      values: [refunds, cents],
    }));
  },
  async returning_clients(db, scope) {
    const rows = await soldByVisits(db, scope);
    return visits.map((label, index) => {
      const row = rows.find(({ key }) => key === index + 1);
      return { label, values: [row?.places ?? 0, row?.reservations ?? 0, row?.cents ?? 0] };
    });
  },
  async cash_flow(db, scope) {
    const [moved, due] = await Promise.all([movedIn(db, scope), dueIn(db, scope)]);
    return monthsOf(scope).map((month) => {
      const money = moved.filter((row) => row.month === month && !isPrepaid(row.method));
      const received = sumOf(money, 'received') - sumOf(money, 'refunded');
      const expected = due.get(month) ?? 0;
      return monthRow(month, [received, expected, received + expected]);
    });
  },
  async cash_book(db, scope) {
    const { opening, days } = await cashByDay(db, scope);
    let balance = opening;
    return days.map(({ day, received, paid }) => {
      const before = balance;
      balance += received - paid;
      return { label: formatDay(day), values: [before, received, paid, balance] };
    });
  },
  async invoices(db, scope) {
    const [moved, noted] = await Promise.all([movedIn(db, scope), sumNotes(db, scope)]);
    return monthsOf(scope).map((month) => {
      const money = moved.filter((row) => row.month === month && !isPrepaid(row.method));
      const received = sumOf(money, 'received') - sumOf(money, 'refunded');
      const { notes = 0, cents = 0, elsewhere = 0 } = noted.find((row) => row.month === month) ?? {};
      return monthRow(month, [notes, cents, elsewhere, received, received - cents]);
    });
  },
  async results(db, scope) {
    return (await moneyOfDepartures(db, scope)).map((row) => {
      const result = row.costs
        ? marginCents(sumCosts(row.costs), { people: row.places, cents: row.received })
        : row.received;
      const values = [row.places, row.received, row.received - result, result, row.missing];
      return { label: departureLabel(row, scope), values };
    });
  },
};

/** What unpaid reservations are to pay on days of the period, by month. */
async function dueIn(db: Database, { from, to, tripId, timeZone }: Scope): Promise<Map<string, number>> {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  const period = {
    from: startOf(Temporal.PlainDate.from(from)),
    before: startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
  };
  const owing = await owingReservations(db, { tripId, due: period });
  const due = new Map<string, number>();
  const now = new Date();
  for (const row of owing) {
    for (const { day, cents } of duePerDay(row, timeZone, now)) {
      if (day < from || day > to) continue;
      const month = day.slice(0, 7);
      due.set(month, (due.get(month) ?? 0) + cents);
    }
  }
  return due;
}

/** The months of the period, as "2026-12". */
function monthsOf({ from, to }: Scope): string[] {
  const first = Temporal.PlainDate.from(from).toPlainYearMonth();
  const count = first.until(Temporal.PlainDate.from(to).toPlainYearMonth(), { largestUnit: 'months' }).months + 1;
  return Array.from({ length: count }, (_, index) => first.add({ months: index }).toString());
}

const monthRow = (month: string, values: number[]): Row => ({ label: month.split('-').toReversed().join('/'), values });
const lineRow = ({ label, quantity, cents }: SoldLine, name = label ?? ''): Row => ({
  label: name,
  values: [quantity, cents],
});

function soldRow<Key>(label: string, rows: SoldRow<Key>[], key: Key): Row {
  const row = rows.find((one) => one.key === key);
  return { label, values: [row?.reservations ?? 0, row?.places ?? 0, row?.cents ?? 0] };
}

function leadLabel(bucket: number): string {
  const [from, next] = [LEAD_DAYS[bucket - 1], LEAD_DAYS[bucket]];
  if (from === undefined) return 'No dia';
  return next === undefined ? `Mais de ${from - 1}` : `${from} a ${next - 1}`;
}

function departureLabel({ title, departs_at }: DepartureRow, { timeZone }: Scope): string {
  const day = Temporal.Instant.fromEpochMilliseconds(departs_at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${title} · ${formatDay(day.toString())}`;
}

function sumOf(rows: readonly MovedRow[], name: 'entries' | 'received' | 'refunded' | 'fees'): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
