import { cents, id, instant, seenCents, signedCents, text } from '../fields.ts';
import { extraIncome } from '../trips/extras.ts';
import { plural } from '../words.ts';
import { z } from '../zod.ts';
import { methodSums, moneySums, tripEntry } from './trip-money.ts';

/** Whether somebody travelled, once a trip is back; `unknown`: nobody said. */
export const attendanceLabels = { boarded: 'Viajou', missed: 'Não compareceu', unknown: 'Não informado' } as const;
export type AttendanceKey = keyof typeof attendanceLabels;

/**
 * Somebody who was to travel. `phone`: their own or else the payer's, whose name is `phoneOf`. `receivedCents` and
 * `dueCents`: of the whole reservation. `correction`: the reason of the last one, null without.
 */
export const settlementPerson = z.object({
  id,
  reservationId: id,
  code: z.string(),
  name: z.string(),
  fareLabel: z.string(),
  attendance: z.enum(['boarded', 'missed', 'unknown']),
  correction: z.string().nullable(),
  phone: z.string().nullable(),
  phoneOf: z.string().nullable(),
  receivedCents: cents,
  dueCents: cents,
});
export type SettlementPerson = z.infer<typeof settlementPerson>;

/** What a trip may have open after its return, as people read it. */
export const openKinds = {
  balance: 'Falta receber',
  refund: 'Falta devolver',
  receipt: 'Comprovante a conferir',
  cash: 'Dinheiro com guia a confirmar',
} as const;
export type OpenKind = keyof typeof openKinds;

/** Something open of a reservation, in centavos; of a receipt, what its reservation owes; of cash, what guides took. */
export const openItem = z.strictObject({
  kind: z.enum(['balance', 'refund', 'receipt', 'cash']),
  reservationId: id,
  amountCents: seenCents,
});
export type OpenItem = z.infer<typeof openItem>;
export const namedOpenItem = openItem.extend({ amountCents: cents, code: z.string(), payer: z.string() });
export type NamedOpenItem = z.infer<typeof namedOpenItem>;

/**
 * A trip in numbers, in centavos. `people`: everybody with a place in it, and who of them travelled. Money as in the
 * trip's money. `costs`: for everybody with a seat in a booked reservation. `resultCents`: received + credit used
 * − refunded − credit granted − costs; `forecastCents`: what booked reservations pay − costs.
 */
export const settlementFigures = z.object({
  people: z.object({ boarded: z.int(), missed: z.int(), unknown: z.int() }),
  expectedCents: cents,
  retainedCents: cents,
  ...moneySums.shape,
  missingCents: cents,
  toRefundCents: cents,
  methods: z.array(methodSums),
  /** As in the trip's money; none of accounts that were closed before extras were sold. */
  extras: z.array(extraIncome).default([]),
  costs: z.object({ fixedCents: cents, perPersonCents: cents, people: z.int(), totalCents: cents }),
  forecastCents: signedCents,
  resultCents: signedCents,
});
export type SettlementFigures = z.infer<typeof settlementFigures>;

/** Closed accounts. `later`: entries that came after, the newest first; the figures do not count them. */
export const closedAccounts = z.object({
  at: instant,
  by: z.string(),
  note: z.string(),
  figures: settlementFigures,
  exceptions: z.array(namedOpenItem),
  later: z.array(tripEntry),
});
export type ClosedAccounts = z.infer<typeof closedAccounts>;

/**
 * Response of GET trips/{id}/closing: what came of a trip. `figures` and `open` as they are now; `closed`: as staff
 * closed them, null before.
 */
export const settlementReport = z.object({
  trip: z.object({ id, title: z.string(), date: instant, returnDate: instant }),
  isBack: z.boolean(),
  attendanceClosesAt: instant,
  people: z.array(settlementPerson),
  figures: settlementFigures,
  open: z.array(namedOpenItem),
  closed: closedAccounts.nullable(),
});
export type SettlementReport = z.infer<typeof settlementReport>;

const MAX_OPEN = 1_000;

/**
 * Body of POST trips/{id}/closing: the result that staff has seen, and everything open that is accepted as it is, with
 * the reason in `note`.
 */
export const settlementReportDraft = z
  .strictObject({
    resultCents: z.int(),
    accepted: z.array(openItem).max(MAX_OPEN).default([]),
    note: text('Motivo', { max: 300 }).default(''),
  })
  .refine(({ accepted, note }) => accepted.length === 0 || note.trim() !== '', {
    path: ['note'],
    message: 'Diga por que as contas fecham com pendências.',
  });
export type SettlementReportDraft = z.output<typeof settlementReportDraft>;

/** How many departed trips are listed. */
export const DEPARTED_LISTED = 12;

/** A trip that has departed. `closedAt`: when its accounts were closed. */
export const departedTrip = z.object({
  id,
  title: z.string(),
  date: instant,
  returnDate: instant,
  people: settlementFigures.shape.people,
  closedAt: instant.nullable(),
});
export type DepartedTrip = z.infer<typeof departedTrip>;
/** The trips that departed last. */
export const departedTrips = z.object({ data: z.array(departedTrip) });
export type DepartedTrips = z.infer<typeof departedTrips>;

/** "38 viajaram, 2 não compareceram, 1 não informado". */
export function attendanceText({ boarded, missed, unknown }: SettlementFigures['people']): string {
  const parts = [
    plural(boarded, 'viajou', 'viajaram'),
    missed > 0 && plural(missed, 'não compareceu', 'não compareceram'),
    unknown > 0 && plural(unknown, 'não informado', 'não informados'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether two things that are open are the same. */
export function isSameOpenItem(one: OpenItem, other: OpenItem): boolean {
  return one.kind === other.kind && one.reservationId === other.reservationId && one.amountCents === other.amountCents;
}
