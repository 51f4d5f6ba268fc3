import { randomUUID } from 'node:crypto';
import type { PaymentPlan } from '@passeio/contract/reservations/instalments';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import { pickTripFields, tripFields } from '@passeio/contract/trips/trip-table';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Insertable } from 'kysely';
import { fromColumns, toColumns } from '../../../platform/database/column-names.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { cleanHtml } from '../../../platform/pages/sanitize-html.ts';
import { type ExtraRow, presentExtra } from './extras.ts';
import { type FareRow, presentFare } from './fares.ts';
import { presentQuestion, type QuestionRow } from './questions.ts';
import { presentRoomType, type RoomTypeRow } from './room-types.ts';
import { transportOf } from './trip-vehicles.ts';
import type { TripRow } from './trips.queries.ts';

type BoardingPoints = TripRow['boarding_points'];

/** What a draft's columns follow from: the trip's boarding points, of which new ones get ids, and its vehicles. */
interface DraftContext {
  known: BoardingPoints;
  vehicles: { name: string }[];
  timeZone: string;
}

/** A draft as columns of `trips`. */
export function columnsOf(draft: TripDraft, { known, vehicles, timeZone }: DraftContext) {
  validateDecisionDate(draft, timeZone);
  return {
    ...toColumns(pickTripFields(draft)),
    description: cleanHtml(draft.description),
    vehicle: transportOf(draft.vehicle, vehicles),
    departs_at: draft.date,
    returns_at: draft.returnDate,
    is_active: draft.isActive,
    ...(draft.roomTypes !== undefined && { has_rooms: draft.roomTypes.length > 0 }),
    ...(draft.paymentPlan !== undefined && {
      plan_instalments: draft.paymentPlan?.instalments ?? null,
      plan_last_due_days: draft.paymentPlan?.lastDueDaysBefore ?? null,
    }),
    boarding_points: JSON.stringify(boardingPointsOfDraft(draft.boardingPoints, known)),
    itinerary: JSON.stringify(draft.itinerary),
    ...(draft.faq !== undefined && { faq: JSON.stringify(draft.faq) }),
    cancellation_tiers: JSON.stringify(draft.cancellationTiers.toSorted((a, b) => b.minHoursBefore - a.minHoursBefore)),
  } satisfies Partial<Insertable<Schema['trips']>>;
}

/** A trip's fields under the contract's names, for responses and audit diffs. */
export function factsOf(
  row: TripRow,
  {
    fares,
    extras,
    roomTypes,
    questions,
  }: { fares: FareRow[]; extras: ExtraRow[]; roomTypes: RoomTypeRow[]; questions: QuestionRow[] },
) {
  return {
    ...fromColumns(row, tripFields),
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    isActive: row.is_active,
    fares: fares.map(presentFare),
    extras: extras.map(presentExtra),
    roomTypes: roomTypes.map(presentRoomType),
    questions: questions.map(presentQuestion),
    paymentPlan: planOf(row),
    boardingPoints: row.boarding_points,
    itinerary: row.itinerary,
    faq: JSON.parse(row.faq),
    cancellationTiers: row.cancellation_tiers,
  } satisfies Pick<Trip, Exclude<keyof TripDraft, 'vehicleIds' | 'acceptsOverlap'>>;
}

/** A trip's payment plan. */
export function planOf({
  plan_instalments: instalments,
  plan_last_due_days: lastDueDaysBefore,
}: Pick<TripRow, 'plan_instalments' | 'plan_last_due_days'>): PaymentPlan | null {
  return instalments === null || lastDueDaysBefore === null ? null : { instalments, lastDueDaysBefore };
}

/** A trip's label in audit entries, with its date to distinguish departures. */
export function labelOf(row: TripRow, timeZone: string): string {
  return `${row.title}, ${row.departs_at.toLocaleDateString('pt-BR', { timeZone })}`;
}

function boardingPointsOfDraft(drafts: TripDraft['boardingPoints'], known: BoardingPoints): BoardingPoints {
  const free = new Set(known.map((point) => point.id));
  const before = new Map(known.map((point) => [point.id, point]));
  return drafts.map(({ id, time, place, ...draft }) => {
    const { address, imageId } = { ...before.get(id?.toLowerCase() ?? ''), ...draft };
    if (id !== undefined && !free.delete(id.toLowerCase())) {
      throw new AppError('INVALID_INPUT', {
        boardingPoints: 'Há um ponto de embarque que não é deste passeio. Recarregue a página e tente de novo.',
      });
    }
    return {
      id: id?.toLowerCase() ?? randomUUID(),
      time,
      place,
      ...(address && { address }),
      ...(imageId && { imageId: imageId.toLowerCase() }),
    };
  });
}

// The contract validates dates in UTC; this uses the operator's time zone.
function validateDecisionDate({ decisionDate, date }: TripDraft, timeZone: string): void {
  if (!decisionDate) return;
  const departure = Temporal.Instant.from(date).toZonedDateTimeISO(timeZone).toPlainDate();
  if (Temporal.PlainDate.compare(decisionDate, departure) > 0) {
    throw new AppError('INVALID_INPUT', { decisionDate: 'A confirmação precisa ser antes da saída.' });
  }
}
