import type {
  AttendanceKey,
  ClosingFigures,
  ClosingPerson,
  DepartedTrip,
  NamedOpenItem,
  OpenKind,
} from '@passeio/contract/payments/trip-closing';
import { marginCents, sumCosts, type TripCosts } from '@passeio/contract/payments/trip-costs';
import { sumMethods, type TripMoney } from '@passeio/contract/payments/trip-money';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { ClosingPersonRow, lastDeparted, OpenReservationRow } from './closing.queries.ts';

export function presentClosingPerson(row: ClosingPersonRow): ClosingPerson {
  const money = { state: row.state, totalCents: row.total_cents, receivedCents: row.received_cents };
  return {
    id: row.id,
    reservationId: row.reservation_id,
    code: row.code,
    name: nameWithPayer(row, { name: row.payer_name }),
    fareLabel: row.fare_label,
    attendance: attendanceOf(row),
    correction: row.correction,
    phone: row.contact ?? row.payer_contact,
    phoneOf: row.contact ? null : row.payer_name,
    receivedCents: row.received_cents,
    dueCents: dueCentsOf(money),
  };
}

function attendanceOf({ boarded_at, missed_at }: ClosingPersonRow): AttendanceKey {
  if (boarded_at) return 'boarded';
  return missed_at ? 'missed' : 'unknown';
}

export function presentOpen({ id, code, payer, ...row }: OpenReservationRow): NamedOpenItem[] {
  const item = (kind: OpenKind, amountCents: number) => ({ kind, reservationId: id, amountCents, code, payer });
  return [
    ...(row.missing_cents > 0 ? [item('balance', row.missing_cents)] : []),
    ...(row.to_refund_cents > 0 ? [item('refund', row.to_refund_cents)] : []),
    ...(row.has_receipt ? [item('receipt', row.missing_cents)] : []),
  ];
}

/** What a trip comes to, of its people, its money and its costs. */
export function figuresOf(
  people: readonly Pick<ClosingPerson, 'attendance'>[],
  money: Omit<TripMoney, 'trip' | 'entries' | 'page' | 'priceCents' | 'capacity' | 'costs'>,
  costs: TripCosts,
): ClosingFigures {
  const count = (attendance: AttendanceKey) => people.filter((one) => one.attendance === attendance).length;
  const sums = sumCosts(costs);
  const { places } = money.booked;
  const left = (cents: number) => marginCents(sums, { people: places, cents });
  return {
    people: { boarded: count('boarded'), missed: count('missed'), unknown: count('unknown') },
    expectedCents: money.expectedCents,
    retainedCents: money.retainedCents,
    ...sumMethods(money.methods),
    missingCents: money.missingCents,
    toRefundCents: money.toRefundCents,
    methods: money.methods.map(({ method, inCents, outCents }) => ({ method, inCents, outCents })),
    costs: { ...sums, people: places, totalCents: -left(0) },
    forecastCents: left(money.booked.totalCents),
    resultCents: left(money.receivedCents + money.creditUsedCents - money.refundedCents - money.creditGrantedCents),
  };
}

export function presentDeparted(row: Awaited<ReturnType<typeof lastDeparted>>[number]): DepartedTrip {
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    people: { boarded: row.boarded ?? 0, missed: row.missed ?? 0, unknown: row.unknown ?? 0 },
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}
