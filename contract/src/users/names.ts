import { line } from '../fields.ts';

// Letters of any script with marks, apostrophes, hyphens, dots, spaces.
const NAME_CHARACTERS = /^[\p{L}\p{M}'’‘ʼ´`.\- ]+$/u;
const NAME_CHARACTERS_AND_DIGITS = /^[\p{L}\p{M}\d'’‘ʼ´`.\- ]+$/u;
// Blank letters (such as U+3164), direction controls, joiners.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
// "evil.com", but neither "Jr." nor "J.R.R.".
const WEB_ADDRESS = /\.[\p{L}\d][\p{L}\d-]|https?|\bwww\b/iu;
const PILED_UP_MARKS = /\p{M}{4}/u;
const LONG_NUMBER = /\d{3}/;
const TWO_LETTERS = /^\P{L}*\p{L}.*\p{L}/u;

/**
 * A person's name, with spaces normalised: no URLs, symbols or invisible characters, because it appears in e-mails and
 * lists. With `digits`, staff may number people, as in "Acompanhante 2".
 */
export function personName(label: string, { min, digits = false }: { min: number; digits?: boolean }) {
  const characters = digits ? NAME_CHARACTERS_AND_DIGITS : NAME_CHARACTERS;
  return line(label, { min, max: 120 })
    .overwrite((name) => name.replace(/\p{Zs}+/gu, ' ').normalize('NFC'))
    .refine((name) => !WEB_ADDRESS.test(name), `${label}: escreva só o nome, sem endereço de site.`)
    .refine(
      (name) => characters.test(name) && !INVISIBLE.test(name) && !PILED_UP_MARKS.test(name) && !LONG_NUMBER.test(name),
      `${label}: use só letras, como no documento.`,
    )
    .refine((name) => TWO_LETTERS.test(name), `${label}: escreva o nome por extenso.`);
}
