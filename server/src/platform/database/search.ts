import { type Expression, type RawBuilder, sql } from 'kysely';

// Trigram indexes find three letters in a row wherever they stand, fewer only where a word begins.
const TRIGRAM = 3;
// Telephones and documents are stored as digits: "123.456" and "(35) 99999" must find them as they are typed.
const NUMBER = /^(?=.*\d)[\d.\-\s()+/]+$/;

/** Whether `searchText` (a column of searchable text) holds every word of `q`, whatever case, accents and masks. */
export function holdsWords(searchText: Expression<string>, q: string): RawBuilder<boolean> {
  const words = NUMBER.test(q) ? [digitsOf(q)] : q.split(/\s+/).filter(Boolean);
  const found = words.map((word) => holdsWord(searchText, NUMBER.test(word) ? digitsOf(word) : word));
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`false`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function holdsWord(searchText: Expression<string>, word: string): RawBuilder<boolean> {
  const wanted = sql`searchable(${word.replace(/[\\%_]/g, '\\$&')})`;
  if (word.length >= TRIGRAM) return sql<boolean>`${searchText} like '%' || ${wanted} || '%'`;
  return sql<boolean>`(${searchText} like ${wanted} || '%' or ${searchText} like '% ' || ${wanted} || '%')`;
}
