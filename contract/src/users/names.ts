const DASHES = /[\p{Pd}−]/gu;
// Numbers as pictures, and the signs by which messengers make text bold, italic and struck through.
const MARKUP = /(?:[\d#*]\ufe0f?\u20e3)|[*_~]/gu;
// "1.", "2)", "03 -", "(4)", "5º", "#6", "nº 7" or "8 Ana", and what is drawn around it.
const NUMBERING =
  /^[^\p{L}\p{M}\p{N}'’‘`(#]*(?:(?:n[º°o.]+\s*|N[º°]+\s*)?\(?\d{1,3}\s*[.)ºª°:-]+|(?:#|№|[nN][º°])\s*\d{1,3}(?=\s)|\d{1,3}\s(?=\p{Lu}))?[^\p{L}\p{M}\p{N}'’‘`(]*/u;
const NICKNAME = /(?<=\s)["“«]([^"“”«»]+)["”»](?=\s)/gu;
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
    .replace(NICKNAME, '($1)')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  const bare = plain.replace(NUMBERING, '').replace(DECORATION, '').replace(GLUED, ' ').replace(GLUED_TITLE, '$1 ');
  return /\p{L}/u.test(bare) ? bare : plain;
}

// Two people, a number of them, an age, a telephone, or a remark in brackets.
const REMARK =
  /[/&+|;()[\]{}]|\d\s*(?:anos?|a|m|mes(?:es)?|pessoas?|pax|lugar(?:es)?|vagas?)(?!\p{L})|\d{4}|(?<!\p{L})(?:e fam[ií]lia|casal|mais um|acompanhad[ao])(?!\p{L})/iu;

// "Ana e Bia Lima" and "Ana Lima, Bia Lima", but neither "Costa e Silva" nor "Lima, Ana".
const SEVERAL =
  /^\S+ e |\se (?!d[aeo]s? )\S+ \S|\S \S+, \S+ \S|\d\s*x(?!\p{L})|(?<!\p{L})x\s*\d|\S \S+ - \S|(?<!\p{L})(?:e )?(?:espos[ao]|marido|mulher|filh[ao]s?|namorad[ao])(?!\p{L})/iu;
const NOTE =
  /(?<!\p{L})(?:pag[ao]|pg|ok|sinal|cortesia|colo|crian[çc]as?|beb[êe]|reservad[ao]|vagas?|motorista|guia)(?!\p{L})/iu;

/** Why somebody should look at a name: it seems to be of several people, or to say something else too. */
export function suspiciousName(name: string): string | undefined {
  return [REMARK, SEVERAL, NOTE].some((pattern) => pattern.test(name))
    ? 'Confira o nome: parece haver mais de uma pessoa ou um recado.'
    : undefined;
}
