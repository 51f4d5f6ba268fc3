import type { Minor, Passenger, PassengerTotals, PassengerTrip } from '@passeio/contract/passengers';
import type { TripRow } from '../trips/index.ts';
import { depositOf } from './money-status.ts';
import type { PassengerRow, PassengerSum } from './passengers.queries.ts';
import { mayCancel, openCancellationRequest } from './reservations.policy.ts';

export function presentPassenger(row: PassengerRow, now: Date): Passenger {
  return {
    reservation: {
      id: row.id,
      code: row.code,
      status: row.status,
      channel: row.channel,
      priceCents: row.price_cents,
      depositCents: row.deposit_cents,
      receivedCents: row.received_cents,
      dueCents: row.due_cents,
      toReturnCents: row.to_return_cents,
      cancellable: mayCancel(row, row.departs_at, now),
      cancellationRequestedAt: openCancellationRequest(row)?.toISOString() ?? null,
      cancellationReason: row.cancellation_reason,
      createdAt: row.created_at.toISOString(),
    },
    person: {
      id: row.user_id,
      name: row.name,
      contact: row.contact,
      email: row.email,
      cpf: row.cpf,
      rg: row.rg,
      emitter: row.emitter,
      birthdate: row.birthdate,
      hasAccount: row.subject !== null,
    },
    boardingPoint: row.boarding_point,
    missing: row.missing,
    age: row.age,
    minor: minorityOf(row.age),
  };
}

function minorityOf(age: number | null): Minor | null {
  if (age === null || age >= 16) return null;
  return age < 12 ? 'under12' : 'under16';
}

export function presentPassengerTrip(row: TripRow, now: Date): PassengerTrip {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    isActive: row.is_active,
    hasDeparted: row.departs_at <= now,
    vehicle: row.vehicle,
    capacity: row.capacity,
    placesLeft: row.capacity - row.places_taken,
    priceCents: row.price_cents,
    depositCents: depositOf(row),
    boardingPoints: row.boarding_points,
  };
}

export function presentTotals(sums: PassengerSum[]): PassengerTotals {
  const byStatus: PassengerTotals['byStatus'] = {};
  const byBoardingPoint = new Map<string | null, number>();
  const totals = { going: 0, missing: 0, receivedCents: 0, dueCents: 0, toReturnCents: 0 };
  for (const sum of sums) {
    byStatus[sum.status] = (byStatus[sum.status] ?? 0) + sum.count;
    totals.missing += sum.missing;
    totals.receivedCents += sum.received_cents;
    totals.dueCents += sum.due_cents;
    totals.toReturnCents += sum.to_return_cents;
    if (!sum.holds_place) continue;
    totals.going += sum.count;
    byBoardingPoint.set(sum.boarding_point_id, (byBoardingPoint.get(sum.boarding_point_id) ?? 0) + sum.count);
  }
  return {
    byStatus,
    byBoardingPoint: [...byBoardingPoint].map(([boardingPointId, count]) => ({ boardingPointId, count })),
    ...totals,
  };
}
