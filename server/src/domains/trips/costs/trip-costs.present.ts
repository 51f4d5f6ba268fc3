import type { TripCosts } from '@passeio/contract/payments/trip-costs';
import type { CostColumns } from './trip-costs.queries.ts';

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** The costs of a trip; none were entered without a row. */
export function presentCosts(row: Nullable<CostColumns & { version: number }> | undefined): TripCosts {
  return {
    vehicleCents: row?.vehicle_cents ?? 0,
    guideCents: row?.guide_cents ?? 0,
    otherCents: row?.other_cents ?? 0,
    ticketCents: row?.ticket_cents ?? 0,
    mealCents: row?.meal_cents ?? 0,
    version: row?.version ?? 0,
  };
}
