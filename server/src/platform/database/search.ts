import { readPhone } from '@passeio/contract/phone';
import { type Expression, type RawBuilder, sql } from 'kysely';

// Trigram indexes match any three letters, fewer only at the beginning of a word.
const TRIGRAM = 3;
// Telephones and documents are stored as digits, and searched with their punctuation removed.
const NUMBER = /^(?=.*\d)[\d.\-\s()+/]+$/;
const TEXT_WORDS = /[\p{Letter}\p{Mark}\p{Number}]+/gu;

/** Whether `searchText` (a searchable text column) contains every word of `q`, ignoring case, accents and masks. */
export function matchesWords(searchText: Expression<string>, q: string): RawBuilder<boolean> {
  const words = NUMBER.test(q) ? [q] : q.split(/\s+/).filter(Boolean);
  const found = words.map((word) => {
    const spellings = NUMBER.test(word) ? numbersIn(word) : [word];
    return sql<boolean>`(${sql.join(
      spellings.map((one) => matchesWord(searchText, one)),
      sql` or `,
    )})`;
  });
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`false`;
}

/** Whether `searchText`, of `searchable_words`, contains every word of `q`, ignoring case, accents and punctuation. */
export function matchesText(searchText: Expression<string>, q: string): RawBuilder<boolean> {
  const words = q.match(TEXT_WORDS) ?? [];
  const found = words.map((word) => sql<boolean>`${searchText} like '%' || ${searchedInText(word)} || '%'`);
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`false`;
}

/** The digits of a telephone or document that is all of `q`, however it is punctuated; a telephone's as stored too. */
export function numbersIn(q: string): string[] {
  if (!NUMBER.test(q)) return [];
  const stored = readPhone(q);
  return [...new Set([digitsOf(q), ...(stored ? [digitsOf(stored)] : [])])];
}

/** Whether `text`, searchable and collated "C", begins with `q`, ignoring case and accents; uses its index. */
export function beginsWith(text: Expression<string>, q: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like ${searched(q.trim().split(/\s+/).join(' '))} || '%'`;
}

function searched(word: string): RawBuilder<string> {
  return sql<string>`searchable(${word.replace(/[\\%_]/g, '\\$&')})`;
}

// One or two letters match nearly everything, so they only match the beginning of a word, after the space that
// searchable_words inserts. The trigram index serves both.
function searchedInText(word: string): RawBuilder<string> {
  const isShort = word.normalize('NFD').replace(/\p{Mark}/gu, '').length < TRIGRAM;
  return isShort ? sql<string>`searchable_words(${word})` : sql<string>`ltrim(searchable_words(${word}))`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function matchesWord(searchText: Expression<string>, word: string): RawBuilder<boolean> {
  const wanted = searched(word);
  if (word.length >= TRIGRAM) return sql<boolean>`${searchText} like '%' || ${wanted} || '%'`;
  return sql<boolean>`(${searchText} like ${wanted} || '%' or ${searchText} like '% ' || ${wanted} || '%')`;
}
