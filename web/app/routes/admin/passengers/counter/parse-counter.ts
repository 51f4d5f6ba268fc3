import type { PassengerTrip, staffBooking } from '@passeio/contract/boarding/passengers';
import { errorCatalogue } from '@passeio/contract/errors';
import { participantDraft } from '@passeio/contract/reservations/participants';
import { depositOf, type PartyEntry, partyFault, quoteParty } from '@passeio/contract/trips/pricing';
import { guestPerson } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { adjustmentCents, adjustmentOf } from '../actions/adjustment-fields';
import { deadlineBefore } from '../actions/deadline-fields';
import { type CounterFields, type CounterPerson, travellersOf } from './counter-fields';

/** What the party costs and takes, in centavos, with the discount or extra as far as it is typed. */
export interface CounterTotals {
  people: number;
  places: number;
  faresCents: number;
  adjustmentCents: number;
  totalCents: number;
  depositCents: number;
}

export function totalsOf(fields: CounterFields, trip: PassengerTrip): CounterTotals {
  const quote = quoteParty(trip.fares, partyOf(fields), trip.depositPercent);
  const adjusted = fields.hasAdjustment ? adjustmentCents(fields.adjustment) : 0;
  const totalCents = Math.max(quote.totalCents + adjusted, 0);
  return {
    people: quote.people,
    places: quote.places,
    faresCents: quote.totalCents,
    adjustmentCents: adjusted,
    totalCents,
    depositCents: depositOf(totalCents, trip.depositPercent),
  };
}

/** What staff should know of the party before it is sent; undefined if nothing is wrong with it. */
export function partyWarning(fields: CounterFields, trip: PassengerTrip): string | undefined {
  const party = partyOf(fields);
  const { places } = quoteParty(trip.fares, party, trip.depositPercent);
  return faultOf(party, trip) ?? (places > trip.placesLeft ? shortWords(trip.placesLeft, places) : undefined);
}

/** Without the places left, which only the server knows for sure. */
function faultOf(party: PartyEntry[], { fares }: PassengerTrip): string | undefined {
  if (party.length === 0) return 'Inclua quem vai viajar.';
  const fault = partyFault(fares, party);
  return fault && errorCatalogue[fault].message;
}

function shortWords(left: number, wanted: number): string {
  const places = left <= 0 ? 'Não há mais vagas' : left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`;
  return `${places}; este grupo precisa de ${wanted}. Diminua o grupo ou aumente a lotação do passeio.`;
}

function partyOf(fields: CounterFields): PartyEntry[] {
  return travellersOf(fields).map(({ fareId }) => ({ fareId, count: 1 }));
}

/** Body of POST trips/{id}/passengers. */
export type CounterBody = z.input<typeof staffBooking>;

/** The reservation for the API, or the sentences for the fields that are wrong. */
export function parseCounter(
  fields: CounterFields,
  trip: PassengerTrip,
  timeZone: string,
): { body: CounterBody } | { errors: FieldErrors } {
  const payer = readPayer(fields.payer);
  const fault = faultOf(partyOf(fields), trip);
  const { faresCents } = totalsOf(fields, trip);
  const terms = z
    .object({
      deadline: fields.isBooked ? z.undefined() : deadlineBefore(trip.date, timeZone),
      adjustment: fields.hasAdjustment ? adjustmentOf(faresCents) : z.undefined(),
    })
    .safeParse({
      deadline: fields.isBooked ? undefined : fields.deadline,
      adjustment: fields.hasAdjustment ? fields.adjustment : undefined,
    });
  const errors: FieldErrors = {
    ...('errors' in payer ? payer.errors : {}),
    ...(fault ? { people: fault } : {}),
    ...readNames(travellersOf(fields)),
  };
  for (const { path, message } of terms.error?.issues ?? []) errors[path.join('.')] ??= message;
  if ('errors' in payer || !terms.success || Object.keys(errors).length > 0) return { errors };
  return {
    body: {
      ...payer,
      payerTravels: fields.payerTravels,
      participants: travellersOf(fields).map((person) => participantOf(person, fields)),
      boardingPointId: fields.boardingPointId || null,
      confirmWithoutDeposit: fields.isBooked,
      holdExpiresAt: terms.data.deadline,
      adjustment: terms.data.adjustment,
    },
  };
}

type PayerBody = { personId: string } | { person: z.input<typeof guestPerson> };

function readPayer(payer: CounterFields['payer']): PayerBody | { errors: FieldErrors } {
  if (payer.kind === 'search') return { errors: { payer: 'Informe quem paga a reserva.' } };
  if (payer.kind === 'known') return { personId: payer.id };
  const { name, contact } = payer;
  const read = guestPerson.safeParse({ name, contact });
  if (read.success) return { person: read.data };
  const errors: FieldErrors = {};
  for (const { path, message } of read.error.issues) errors[`payer.${String(path[0])}`] ??= message;
  return { errors };
}

/** Errors of the names by person; a name may be empty. */
function readNames(people: CounterPerson[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, name, personId } of people) {
    if (personId !== null || name.trim() === '') continue;
    const wrong = participantDraft.shape.name.safeParse(name).error?.issues[0]?.message;
    if (wrong) errors[nameField(key)] = wrong;
  }
  return errors;
}

/** Name of a person's input, as in the form's errors. */
export function nameField(key: string): string {
  return `people.${key}`;
}

/** Name of a person's fare, as in the form's errors. */
export function fareField(key: string): string {
  return `people.${key}.fare`;
}

function participantOf(
  person: CounterPerson,
  { boardsApart }: CounterFields,
): NonNullable<CounterBody['participants']>[0] {
  const name = person.name.trim();
  return {
    fareId: person.fareId,
    ...(person.personId !== null ? { personId: person.personId } : name && { name }),
    ...(boardsApart && person.boardingPointId !== null && { boardingPointId: person.boardingPointId }),
  };
}
