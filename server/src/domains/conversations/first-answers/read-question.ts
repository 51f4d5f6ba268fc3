import { type DayRange, READ, readDays } from './read-day.ts';
import { type PartyRead, readParty } from './read-party.ts';
import { asking, canonical, fillers, known, numbers, slippery, weakNames, withoutSlip } from './vocabulary.ts';

/** What an answer says beside departure, price and places. */
type Asked = 'boarding' | 'payment';

/** What somebody asks of departures. */
export interface Question {
  /** Series of trips, several where the words do not say which; none: of any. */
  seriesIds: string[];
  days?: DayRange | undefined;
  party?: PartyRead | undefined;
  asks: Asked[];
}

/** A trip as people name it: by words of its title and its nicknames. */
export interface Destination {
  seriesId: string;
  title: string;
  nicknames: readonly string[];
}

// What is longer is a story, which a person reads.
const MAX_LETTERS = 500;
const MAX_WORD = 30;
const MAX_UNKNOWN = 6;
const MARKS = /^[,.;:?!()"'*_~/–—•…-]$/;
// Turned text, which shows other digits than it has.
const TURNED = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Reads a question about departures; undefined where any word of it is not understood, or what it says can be read in
 * two ways: a person answers then. `today`: at the operator's.
 */
export function readQuestion(
  text: string,
  { today, destinations }: { today: string; destinations: readonly Destination[] },
): Question | undefined {
  if (text.length > MAX_LETTERS || TURNED.test(text)) return undefined;
  const names = namesOf(destinations);
  const words = wordsOf(text, names);
  if (!words) return undefined;
  const days = readDays(` ${words.join(' ')} `, Temporal.PlainDate.from(today));
  if (days === 'unsure') return undefined;
  const party = readParty(days.rest);
  if (party === 'unsure') return undefined;
  const rest = withoutPhrases(party.rest).split(' ').filter(Boolean);
  const seriesIds = seriesOf(rest, names);
  if (!seriesIds) return undefined;
  const left = rest.filter((word) => !names.has(word));
  const isUnderstood = left.every(
    (word) => word === READ.trim() || fillers.has(word) || asking.has(word) || MARKS.test(word),
  );
  const asks = left.filter((word) => asking.has(word));
  const isAboutTrips = seriesIds.length > 0 || days.days || asks.some((one) => one === 'passeios' || one === 'agenda');
  if (!isUnderstood || !isAboutTrips) return undefined;
  return { seriesIds, days: days.days, party: party.party, asks: askedOf(asks) };
}

function askedOf(words: string[]): Asked[] {
  const has = (...some: string[]) => some.some((one) => words.includes(one));
  return [
    ...(has('onde', 'embarque', 'ponto', 'local', 'encontro') ? (['boarding'] as const) : []),
    ...(has('pagar', 'pix', 'cartao', 'aceita') ? (['payment'] as const) : []),
  ];
}

// The words of a text, spelt as the patterns do; undefined where too many are unknown.
function wordsOf(text: string, names: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const found = plainText(text).match(/\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?(?!\d)|\d+|\p{Letter}+|[^\s]/gu) ?? [];
  let unknown = 0;
  const words: string[] = [];
  for (const word of found) {
    if (word.length > MAX_WORD) return undefined;
    const isWord = /^\p{Letter}/u.test(word);
    const isKnown = !isWord || known.has(word) || names.has(word);
    unknown += isKnown ? 0 : 1;
    if (unknown > MAX_UNKNOWN) return undefined;
    const spelt = isKnown ? word : spellingOf(word, names);
    words.push(names.has(spelt) ? spelt : String(numbers.get(spelt) ?? canonical.get(spelt) ?? spelt));
  }
  return words;
}

function spellingOf(word: string, names: ReadonlyMap<string, unknown>): string {
  const near = [withoutSlip(word, slippery), withoutSlip(word, names.keys(), 2)].filter((one) => one !== undefined);
  return near.length === 1 ? (near[0] ?? word) : word;
}

/** A sentence as it is compared with others: its words in lower case, without accents; empty of what has none. */
export function sentenceKey(text: string): string {
  if (text.length > MAX_LETTERS || TURNED.test(text)) return '';
  return (
    plainText(text)
      .match(/\p{Letter}+|\p{Number}+/gu)
      ?.join(' ') ?? ''
  );
}

function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/gu, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}|\p{Default_Ignorable_Code_Point}/gu, '');
}

// Words of titles that say nothing of where a trip leads are those of any sentence.
function namesOf(destinations: readonly Destination[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const { seriesId, title, nicknames } of destinations) {
    for (const word of plainText([title, ...nicknames].join(' ')).match(/\p{Letter}{3,30}/gu) ?? []) {
      if (known.has(word)) continue;
      names.set(word, (names.get(word) ?? new Set()).add(seriesId));
    }
  }
  return names;
}

// The series that all of these words name; none where no word names one, undefined where they name different ones, or
// where a single word that any sentence may have is all that names it.
function seriesOf(words: string[], names: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const said = [...new Set(words.filter((word) => names.has(word)))];
  const [first, ...others] = said.flatMap((word) => names.get(word) ?? []);
  if (!first) return [];
  if (said.length === 1 && said.every((word) => weakNames.has(word))) return undefined;
  const both = [...first].filter((seriesId) => others.every((one) => one.has(seriesId)));
  return both.length > 0 ? both : undefined;
}

// Phrases whose words alone would say something else: "como pago?" is a question, "pago" and "o Pix" may be news.
function withoutPhrases(text: string): string {
  return text
    .replace(/ (?:como|onde) (?:eu |que eu |se )?(?:faco para |faz para )?(?:pago|paga) /, ' pagar ')
    .replace(/ @ pagam? /, ' @ quanto ')
    .replace(/ (?:aceita|por|no|com|em|como|pagar|e|ou) (?:o )?pix /g, ' aceita ')
    .replace(/ (?:me chamo|meu nome e|aqui e [ao]) \p{Letter}+ /u, READ)
    .replace(/ saida (?:o |a )?(?:onibus|van|excursao|passeios) /, ' saida ')
    .replace(/ que (?:horario|dia|dias) /g, ' quando ');
}
