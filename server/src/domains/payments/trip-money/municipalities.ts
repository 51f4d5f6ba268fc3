import { plainText } from '../../../platform/spreadsheets/written-values.ts';

/** What a trip says of where it begins and leads to. */
interface Route {
  title: string;
  boardingPoint: { place: string; address?: string } | undefined;
  itinerary: string[];
}

/** A name with the letters of its state, as in "Capitólio/MG", "Guaxupé - MG" or "São Paulo (SP)". */
const WITH_STATE = /(\p{Lu}[\p{L}'’ -]{1,60}?) ?(?:\/|,| [-–]| \() ?([A-Z]{2})(?!\p{L})/gu;

/**
 * IBGE's codes of the municipalities where a trip begins and to which it leads, where it says so without doubt: of the
 * first boarding point, and of the only other one in title and itinerary. A name without its state counts for the
 * operator's own city alone: there is a Liberdade in São Paulo and another in Minas Gerais.
 */
export async function findEnds(
  { title, boardingPoint: { place, address = '' } = { place: '' }, itinerary }: Route,
  own: { city: string; state: string },
): Promise<{ start: string | undefined; end: string | undefined }> {
  // Loaded on demand: few need all of them.
  const { getMunicipalities } = await import('@brazilian-utils/brazilian-utils/get-municipalities');
  const codes = new Map(getMunicipalities().map(({ name, stateCode, code }) => [keyOf(name, stateCode), code]));
  // The longest end of "Passeio a Santa Rita de Jacutinga" that is a municipality.
  function endOf(words: string, state: string): string | undefined {
    const parts = words.split(' ');
    return parts.map((_, first) => codes.get(keyOf(parts.slice(first).join(' '), state))).find((code) => code);
  }
  const named = (text: string) =>
    [...text.matchAll(WITH_STATE)].map(([, words = '', state = '']) => endOf(words, state));
  const starts = named(`${place} ${address}`);
  const [first = ''] = place.split(/ [-–(]|,/);
  const isOwn = starts.length === 0 && own.city !== '' && plainText(first) === plainText(own.city);
  const start = onlyOne(isOwn ? [codes.get(keyOf(own.city, own.state))] : starts);
  const others = named([title, ...itinerary].join('\n')).filter((code) => code !== start);
  return { start, end: onlyOne(others) };
}

const keyOf = (name: string, state: string) => `${plainText(name)}/${state}`;

function onlyOne(codes: (string | undefined)[]): string | undefined {
  const known = new Set(codes.filter((code) => code !== undefined));
  return known.size === 1 ? [...known][0] : undefined;
}
