// What is literal, so that it is neither a tag nor an entity: characters of the private use area.
const LITERAL: Record<string, string> = { '&': '\ue000', '<': '\ue001' };
const SIGNS: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ordm: 'º', ordf: 'ª', deg: '°' },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', hellip: '…' },
  ...{ laquo: '«', raquo: '»', euro: '€', shy: '', szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ' },
};
const ACCENTS: Record<string, string> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  cedil: '\u0327',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const ACCENTED = /^([a-z])(grave|acute|circ|tilde|uml|ring|cedil)$/i;

/** Characters for the entities of HTML, also those that a bank has escaped twice. */
export function unescaped(text: string): string {
  return withEntities(withEntities(text)).replaceAll('\ue000', '&').replaceAll('\ue001', '<').trim();
}

/** A text that `unescaped` gives back as it is. */
export const escapedLiteral = (text: string) => text.replace(/[&<]/g, (sign) => LITERAL[sign] ?? sign);

function withEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal, hexadecimal, name) => {
    if (name) return SIGNS[name] ?? SIGNS[name.toLowerCase()] ?? accented(name) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}

function accented(name: string): string | undefined {
  const [, letter, accent = ''] = ACCENTED.exec(name) ?? [];
  return letter && `${letter}${ACCENTS[accent.toLowerCase()]}`.normalize('NFC');
}
