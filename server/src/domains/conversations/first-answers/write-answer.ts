import { agesLabel, publicFares } from '@passeio/contract/fare-labels';
import { formatLongDate, formatLongMoment } from '@passeio/contract/format-moments';
import type { PaymentMeans } from '@passeio/contract/means';
import { moneyText } from '@passeio/contract/money';
import { tripPagePath } from '@passeio/contract/public-paths';
import { partyLabel } from '@passeio/contract/reservations/party-label';
import type { ReservationQuoteAnswer } from '@passeio/contract/reservations/reservations';
import { fareOfAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { partyLinkPath } from '@passeio/contract/trips/party-link';
import { isForAdults, type PartyEntry } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import type { PartyRead } from './read-party.ts';
import type { Question } from './read-question.ts';

const LISTED = 5;
const INSTEAD = 3;
const GROWN_AGES = [18, 30, 59];
const CHILDREN_AGES = Array.from({ length: 18 }, (_, age) => age);
const SIGNED = '_Resposta automática. A equipe também lê esta conversa._';

type QuotedPrice = Pick<ReservationQuoteAnswer, 'totalCents' | 'depositCents'>;

/** What an answer is made of: the engine's departures, the next first, and its prices. */
export interface Offer {
  trips: readonly Trip[];
  /** Whether there are no later departures than these. */
  isWhole: boolean;
  timeZone: string;
  /** Origin of links. */
  publicUrl: string;
  /** The means by which a trip may be paid. */
  meansOf(trip: Trip): PaymentMeans[];
  /** What the engine says that a party costs; undefined where it cannot reserve as it is. */
  quote(trip: Trip, party: PartyEntry[]): Promise<QuotedPrice | undefined>;
}

/** The answer to a question, with departures, prices and places of the engine alone; undefined: a person answers. */
export async function writeAnswer(question: Question, offer: Offer): Promise<string | undefined> {
  const { seriesIds, days } = question;
  const { trips, isWhole, timeZone } = offer;
  const ofSeries = trips.filter(({ seriesId, id }) => seriesIds.length === 0 || seriesIds.includes(seriesId ?? id));
  const dayOf = ({ date }: Trip) => Temporal.Instant.from(date).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const last = trips.at(-1);
  if (!last || ofSeries.length === 0 || (days && !isWhole && days.to >= dayOf(last))) return undefined;
  const matching = days ? ofSeries.filter((trip) => dayOf(trip) >= days.from && dayOf(trip) <= days.to) : ofSeries;
  const [only] = matching;
  if (!only) {
    const next = await listed(ofSeries.slice(0, INSTEAD), question, offer);
    return next && together([noDeparture(question), 'As próximas saídas são:', next]);
  }
  if (matching.length === 1) return oneDeparture(only, question, offer);
  const list = await listed(matching.slice(0, LISTED), question, offer);
  const more = matching.length > LISTED || !isWhole;
  const boarding = question.asks.includes('boarding') ? matching.slice(0, LISTED) : [];
  return (
    list &&
    together([
      list,
      ...sameBoarding(boarding),
      ...payment(question, matching[0], offer),
      more ? `Todas as datas: ${offer.publicUrl}/portal/passeio` : '',
    ])
  );
}

const together = (parts: string[]) => [...parts.filter(Boolean), SIGNED].join('\n\n');

function noDeparture({ days, seriesIds }: Question): string {
  const day = (date: string) => formatLongDate(`${date}T12:00:00Z`, 'UTC');
  const when = days && (days.from === days.to ? `Em ${day(days.from)}` : `De ${day(days.from)} a ${day(days.to)}`);
  return `${when ?? 'Agora'} não temos saída ${seriesIds.length > 0 ? 'deste passeio ' : ''}na agenda.`;
}

async function oneDeparture(trip: Trip, question: Question, offer: Offer): Promise<string | undefined> {
  const { party, asks } = question;
  const entries = party && entriesOf(trip.fares, party);
  const price = entries && (await offer.quote(trip, entries));
  // The price of rooms follows from the rooms, and a party that cannot reserve needs somebody who says why.
  if (trip.roomTypes.length > 0 || (entries && !price)) return undefined;
  const people = entries?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return together([
    `*${trip.title}*\n${formatLongMoment(trip.date, offer.timeZone)}`,
    entries && price ? priceText(trip, entries, party, price) : fareLines(trip.fares),
    placesText(trip, people),
    asks.includes('boarding') ? boardingText(trip) : '',
    ...payment(question, trip, offer),
    `${trip.onRequest ? 'Para pedir a reserva, que a equipe confirma' : 'Para reservar'}: ${offer.publicUrl}${partyLinkPath(trip.slug, entries ?? [])}`,
  ]);
}

function priceText({ fares }: Trip, entries: PartyEntry[], party: PartyRead, price: QuotedPrice): string {
  const ages = party.ages.filter((age) => age !== null);
  const said = ages.length > 0 ? ` (${ages.map((age) => String(age)).join(', ')} anos)` : '';
  const { totalCents, depositCents } = price;
  const total = `Para ${partyLabel(fares, entries)}${said}: *${moneyText(totalCents)}* no total.`;
  const isPart = depositCents > 0 && depositCents < totalCents;
  return isPart ? `${total}\nSinal para reservar: ${moneyText(depositCents)}.` : total;
}

/** The prices of fares, where it is not known who travels, or which of several fares somebody takes. */
function fareLines(fares: readonly Fare[]): string {
  return publicFares(fares)
    .map((fare) => {
      const ages = agesLabel(fare);
      return `• ${fare.label}${ages ? ` (${ages})` : ''}: ${moneyText(fare.priceCents)}`;
    })
    .join('\n');
}

function placesText({ placesLeft, situation }: Pick<Trip, 'placesLeft' | 'situation'>, people = 0): string {
  if (situation === 'sold_out' || placesLeft <= 0)
    return 'Está esgotada agora. Na página dá para entrar na lista de espera.';
  const left = `${placesLeft === 1 ? 'Resta' : 'Restam'} ${plural(placesLeft, 'vaga')} agora`;
  return people > placesLeft ? `${left}: não cabe o grupo todo.` : `${left}.`;
}

function boardingText({ boardingPoints }: Pick<Trip, 'boardingPoints'>): string {
  const points = boardingPoints.map(({ time, place }) => `• ${time} – ${place}`);
  return points.length > 0 ? `Embarque:\n${points.join('\n')}` : 'O local de embarque ainda vai ser combinado.';
}

// One text for all where they board at the same places; else each page says it.
function sameBoarding(trips: readonly Trip[]): string[] {
  const texts = new Set(trips.map(boardingText));
  return texts.size === 1 ? [...texts] : texts.size > 1 ? ['O embarque de cada saída está na página dela.'] : [];
}

function payment({ asks }: Question, trip: Trip | undefined, offer: Offer): string[] {
  if (!trip || !asks.includes('payment')) return [];
  const means = offer.meansOf(trip);
  const names = { pix: 'Pix', card: 'cartão' };
  return means.length > 0
    ? [`O pagamento é por ${means.map((one) => names[one]).join(' ou ')}, na página da reserva.`]
    : [];
}

async function listed(
  trips: readonly Trip[],
  { party }: Question,
  { timeZone, publicUrl, quote }: Offer,
): Promise<string | undefined> {
  const lines: string[] = [];
  for (const trip of trips) {
    const entries = entriesOf(trip.fares, party ?? { adults: 1, ages: [] });
    const price = entries && trip.roomTypes.length === 0 ? await quote(trip, entries) : undefined;
    if (party && entries && !price && trip.roomTypes.length === 0) return undefined;
    const people = party ? party.adults + party.ages.length : 0;
    lines.push(
      [
        `*${trip.title}*\n${formatLongMoment(trip.date, timeZone)}`,
        price && entries ? `${moneyText(price.totalCents)} para ${partyLabel(trip.fares, entries)}` : '',
        placesText(trip, people),
        publicUrl + (party && entries ? partyLinkPath(trip.slug, entries) : tripPagePath(trip.slug)),
      ]
        .filter(Boolean)
        .join('\n'),
    );
  }
  return lines.join('\n\n');
}

/** The fares of a party, where its people have one choice each; else undefined. */
function entriesOf(fares: readonly Fare[], { adults, ages }: PartyRead): PartyEntry[] | undefined {
  const offered = publicFares(fares);
  const ofAdults = offered.filter((fare) => isForAdults(fare) && fitsAge(fare, 30));
  const [adult] = ofAdults;
  if (!adult || ofAdults.length > 1 || !GROWN_AGES.every((age) => fitsAge(adult, age))) return undefined;
  const taken = [...Array<Fare | undefined>(adults).fill(adult), ...ages.map((age) => fareOf(offered, age))];
  if (taken.some((fare) => !fare)) return undefined;
  return offered.flatMap(({ id }) => {
    const count = taken.filter((fare) => fare?.id === id).length;
    return count > 0 ? [{ fareId: id, count }] : [];
  });
}

// Without an age it is known where all children have the same fare.
function fareOf(fares: readonly Fare[], age: number | null): Fare | undefined {
  if (age !== null) return fareOfAge(fares, 'public', age);
  const possible = new Set(CHILDREN_AGES.map((one) => fareOfAge(fares, 'public', one)));
  return possible.size === 1 ? [...possible][0] : undefined;
}
