import type { Departure } from '@passeio/contract/departures/departures';
import { presentCosts } from '../trips/index.ts';
import type { DepartureRow } from './departures.queries.ts';

export function presentDeparture(row: DepartureRow): Departure {
  const { vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version } = row;
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    capacity: row.capacity,
    minParticipants: row.min_participants,
    decisionDate: row.decision_date,
    priceCents: row.price_cents,
    booked: { places: row.booked_places ?? 0, totalCents: row.booked_cents ?? 0 },
    heldPlaces: row.held_places ?? 0,
    receivedCents: row.received_cents ?? 0,
    expectedCents: row.expected_cents ?? 0,
    costs: presentCosts({ vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version }),
    guarantee: row.guaranteed_at && {
      at: row.guaranteed_at.toISOString(),
      by: row.guaranteed_by_name ?? '',
      told: row.guarantee_told_at !== null,
    },
    asks: row.asks,
  };
}
