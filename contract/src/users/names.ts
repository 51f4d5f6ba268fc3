const DASHES = /[\p{Pd}−]/gu;
// Numbers as pictures, and the signs by which messengers make text bold, italic and struck through.
const MARKUP = /(?:[\d#*]\ufe0f?\u20e3)|[*_~]/gu;
// "1.", "2)", "03 -", "(4)", "5º" or "#6", and what is drawn around it.
const NUMBERING = /^[^\p{L}\p{M}\p{N}'’‘`(#]*(?:\(?\d{1,3}\s*[.)ºª°:-]+|#\s*\d{1,3}(?=\s))?[^\p{L}\p{M}\p{N}'’‘`(]*/u;
const DECORATION = /[^\p{L}\p{M}\p{N}.)'’\]]+$/u;
// "Dr.Paulo" and "J.Carlos", but neither "J.R.R." nor "evil.com".
const GLUED = /(?<=\p{L}\.)(?=\p{Lu}\p{L})/gu;
const GLUED_TITLE = /(?<!\p{L})((?:dra?|sra?|srta|profa?)\.)(?=\p{L})/giu;

/**
 * A name as it is shown: without invisible characters, and without what lists that people copy have around it, as
 * numbers, bullets and pictures. What is between its words stays.
 */
export function tidyName(written: string): string {
  const plain = written
    .normalize('NFC')
    .replace(MARKUP, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(DASHES, '-')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  const bare = plain.replace(NUMBERING, '').replace(DECORATION, '').replace(GLUED, ' ').replace(GLUED_TITLE, '$1 ');
  return /\p{L}/u.test(bare) ? bare : plain;
}

// Two people, a number of them, an age, a telephone, or a remark in brackets.
const REMARK =
  /[/&+|;()[\]{}]|\d\s*(?:anos?|a|m|mes(?:es)?|pessoas?|pax|lugar(?:es)?|vagas?)(?!\p{L})|\d{4}|(?<!\p{L})(?:e fam[ií]lia|casal|mais um|acompanhad[ao])(?!\p{L})/iu;

/** Why somebody should look at a name: it seems to be of several people, or to say something else too. */
export function suspiciousName(name: string): string | undefined {
  return REMARK.test(name) ? 'Confira o nome: parece haver mais de uma pessoa ou um recado.' : undefined;
}
