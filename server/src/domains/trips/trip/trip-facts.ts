import { randomUUID } from 'node:crypto';
import type { PaymentPlan } from '@passeio/contract/reservations/instalments';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { cleanHtml } from '../../../platform/pages/sanitize-html.ts';
import { type ExtraRow, presentExtra } from './extras.ts';
import { type FareRow, presentFare } from './fares.ts';
import { presentQuestion, type QuestionRow } from './questions.ts';
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
    title: draft.title,
    summary: draft.summary,
    description: cleanHtml(draft.description),
    show_description: draft.showDescription,
    departs_at: draft.date,
    returns_at: draft.returnDate,
    is_active: draft.isActive,
    deposit_percent: draft.depositPercent,
    on_request: draft.onRequest,
    balance_due_hours: draft.balanceDueHours,
    ...(draft.paymentPlan !== undefined && {
      plan_instalments: draft.paymentPlan?.instalments ?? null,
      plan_last_due_days: draft.paymentPlan?.lastDueDaysBefore ?? null,
    }),
    ...(draft.paymentMeans !== undefined && { payment_means: draft.paymentMeans }),
    capacity: draft.capacity,
    min_participants: draft.minParticipants,
    decision_date: draft.decisionDate,
    vehicle: transportOf(draft.vehicle, vehicles),
    interstate: draft.interstate,
    ...(draft.seatChoice !== undefined && { seat_choice: draft.seatChoice }),
    ...(draft.autoSeating !== undefined && { auto_seating: draft.autoSeating }),
    boarding_points: JSON.stringify(boardingPointsOfDraft(draft.boardingPoints, known)),
    itinerary: JSON.stringify(draft.itinerary),
    included: draft.included,
    excluded: draft.excluded,
    bring: draft.bring,
    risks: draft.risks,
    ...(draft.faq !== undefined && { faq: JSON.stringify(draft.faq) }),
    cancellation_tiers: JSON.stringify(draft.cancellationTiers.toSorted((a, b) => b.minHoursBefore - a.minHoursBefore)),
  } satisfies Partial<Insertable<Schema['trips']>>;
}

/** A trip's fields under the contract's names, for responses and audit diffs. */
export function factsOf(
  row: TripRow,
  { fares, extras, questions }: { fares: FareRow[]; extras: ExtraRow[]; questions: QuestionRow[] },
) {
  return {
    title: row.title,
    summary: row.summary,
    description: row.description,
    showDescription: row.show_description,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    isActive: row.is_active,
    fares: fares.map(presentFare),
    extras: extras.map(presentExtra),
    questions: questions.map(presentQuestion),
    depositPercent: row.deposit_percent,
    onRequest: row.on_request,
    balanceDueHours: row.balance_due_hours,
    paymentPlan: planOf(row),
    paymentMeans: row.payment_means,
    capacity: row.capacity,
    minParticipants: row.min_participants,
    decisionDate: row.decision_date,
    vehicle: row.vehicle,
    seatChoice: row.seat_choice,
    autoSeating: row.auto_seating,
    interstate: row.interstate,
    boardingPoints: row.boarding_points,
    itinerary: row.itinerary,
    included: row.included,
    excluded: row.excluded,
    bring: row.bring,
    risks: row.risks,
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
