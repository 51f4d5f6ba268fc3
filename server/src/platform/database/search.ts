import { readPhone } from '@passeio/contract/phone';
import { type Expression, type RawBuilder, sql } from 'kysely';

// Trigram indexes match any three letters, fewer only at the beginning of a word.
const TRIGRAM = 3;
// Telephones and documents are stored as digits, and searched with their punctuation removed.
const NUMBER = /^(?=.*\d)[\d.\-\s()+/]+$/;
const TEXT_WORDS = /[\p{Letter}\p{Mark}\p{Number}]+/gu;

/** Whether `searchText` (a searchable text column) contains every word of `q`, ignoring case, accents and masks. */
export function matchesWords(searchText: Expression<string>, q: string): RawBuilder<boolean> {
  const found = spellingsOf(q).map((word) => anyOf(word.map((one) => matchesWord(searchText, one))));
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`false`;
}

/** What staff searches people by, and whether they may see documents. */
export interface PersonSearch {
  q: string;
  seesDocuments: boolean;
}

const CPF_DIGITS = 11;
/** As many as a masked CPF shows. */
const SHOWN_DIGITS = 5;

/**
 * Whether a person's `text`, in which their CPF stands between blanks, contains every word of `q`, as {@link
 * matchesWords} does. Digits of a CPF find nobody, so that it cannot be guessed one by one: it is found by who sees
 * documents, by all its digits or by those that are shown.
 */
export function matchesPerson(
  { text, cpf }: { text: Expression<string>; cpf: Expression<string | null> },
  { q, seesDocuments }: PersonSearch,
): RawBuilder<boolean> {
  const others = sql<string>`coalesce(replace(${text}, ' ' || ${cpf} || ' ', '  '), ${text})`;
  const found = spellingsOf(q).map((word) =>
    anyOf(
      word.map((one) => {
        const isCpf = seesDocuments && /^\d+$/.test(one) ? cpfIs(cpf, one) : sql<boolean>`false`;
        // The first condition is what the index answers.
        return sql<boolean>`(${matchesWord(text, one)} and case when ${searched(one)} ~ '[0-9]'
          then ${matchesWord(others, one)} or ${isCpf} else true end)`;
      }),
    ),
  );
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`false`;
}

/** The numbers in a search that have as many digits as a CPF. */
export function cpfsIn(q: string): string[] {
  return spellingsOf(q).flatMap(([word = '']) => (/^\d+$/.test(word) && word.length === CPF_DIGITS ? [word] : []));
}

function cpfIs(cpf: Expression<string | null>, digits: string): RawBuilder<boolean> {
  if (digits.length === CPF_DIGITS) return sql<boolean>`coalesce(${cpf} = ${digits}, false)`;
  if (digits.length === SHOWN_DIGITS) return sql<boolean>`coalesce(right(${cpf}, ${SHOWN_DIGITS}) = ${digits}, false)`;
  return sql<boolean>`false`;
}

/** The words of a search in each of their spellings; a number is one word, however it is punctuated. */
function spellingsOf(q: string): string[][] {
  const words = NUMBER.test(q) ? [q] : q.split(/\s+/).filter(Boolean);
  return words.map((word) => (NUMBER.test(word) ? numbersIn(word) : [word]));
}

function anyOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
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
