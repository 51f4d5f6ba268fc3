import type { Candidate, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { z } from '@passeio/contract/zod';
import { adjustmentFormValues, startAdjustment } from '../actions/adjustment-fields';
import { deadlineFormValues, startDeadline } from '../actions/deadline-fields';

/** A person of the party; `boardingPointId` is null where they board with the others. */
const counterPerson = z.object({
  key: z.string(),
  fareId: z.string(),
  name: z.string(),
  personId: z.string().nullable(),
  boardingPointId: z.string().nullable(),
});
export type CounterPerson = z.output<typeof counterPerson>;

const counterPayer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), typed: z.string() }),
  z.object({
    kind: z.literal('known'),
    id: z.string(),
    name: z.string(),
    contact: z.string(),
    isPassenger: z.boolean(),
  }),
  z.object({ kind: z.literal('new'), name: z.string(), contact: z.string() }),
]);

const counterFields = z.object({
  payer: counterPayer,
  payerTravels: z.boolean(),
  /** The payer's place comes first, and stays while they do not travel. */
  people: z.array(counterPerson).min(1),
  /** Everybody's boarding point; empty: to be agreed. */
  boardingPointId: z.string(),
  boardsApart: z.boolean(),
  deadline: deadlineFormValues,
  isBooked: z.boolean(),
  hasAdjustment: z.boolean(),
  adjustment: adjustmentFormValues,
});
/** What staff has typed in the counter's dialog. */
export type CounterFields = z.output<typeof counterFields>;

export function startFields(trip: PassengerTrip): CounterFields {
  const fare = defaultFare(trip.fares) ?? trip.fares[0];
  return {
    payer: { kind: 'search', typed: '' },
    payerTravels: true,
    people: [newPerson(fare?.id ?? '')],
    boardingPointId: '',
    boardsApart: false,
    deadline: startDeadline('usual'),
    isBooked: false,
    hasAdjustment: false,
    adjustment: startAdjustment,
  };
}

export function newPerson(fareId: string): CounterPerson {
  return { key: crypto.randomUUID(), fareId, name: '', personId: null, boardingPointId: null };
}

/** Those who travel, the payer first if they do. */
export function travellersOf({ people, payerTravels }: CounterFields): CounterPerson[] {
  return payerTravels ? people : people.slice(1);
}

/** Ids of the known people who are part of it. */
export function idsOf({ payer, people }: CounterFields): string[] {
  const payerId = payer.kind === 'known' ? [payer.id] : [];
  return [...payerId, ...people.flatMap(({ personId }) => personId ?? [])];
}

/** The payer's name as far as it is known. */
export function payerName({ payer }: CounterFields): string {
  return payer.kind === 'search' ? '' : payer.name.trim();
}

/** Whoever already travels in this trip pays for others only. */
export function knownPayer({ id, name, contact, isPassenger }: Candidate): Partial<CounterFields> {
  const payer = { kind: 'known', id, name, contact, isPassenger } as const;
  return isPassenger ? { payer, payerTravels: false } : { payer };
}

/** A new person from what was searched: a number becomes the telephone, anything else the name. */
export function newPayer(typed: string): CounterFields['payer'] {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'new', name: '', contact: '' };
  return /\d/.test(text) ? { kind: 'new', name: '', contact: text } : { kind: 'new', name: text, contact: '' };
}

/** A stored draft; undefined if it is none. Fares and boarding points that the trip has lost fall back to the usual. */
export function parseDraft(stored: unknown, trip: PassengerTrip): CounterFields | undefined {
  const fields = counterFields.safeParse(stored).data;
  if (!fields) return undefined;
  const usual = startFields(trip).people[0]?.fareId ?? '';
  const isFare = (id: string) => trip.fares.some((fare) => fare.id === id);
  const isPoint = (id: string | null) => trip.boardingPoints.some((point) => point.id === id);
  return {
    ...fields,
    boardingPointId: isPoint(fields.boardingPointId) ? fields.boardingPointId : '',
    people: fields.people.map((person) => ({
      ...person,
      fareId: isFare(person.fareId) ? person.fareId : usual,
      boardingPointId: isPoint(person.boardingPointId) ? person.boardingPointId : null,
    })),
  };
}
