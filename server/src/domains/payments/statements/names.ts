const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e']);
// What banks write around names.
const BANK_WORDS = new Set(
  `ag agencia bb bco bradesco brasil btg caixa cc chave cliente cnpj cobranca code conta cpf cred credito cta data dep
  deposito des dinheiro doc em entrada env enviada enviado estatico dinamico din extrato instantaneo inter itau mercado
  mesma na neon no nubank outra pag pagamento pagbank pago pagto para pela pelo pgto picpay pix por qr qrcode qrs rec
  receb recebida recebido recebimento rem remetente santander sicoob sicredi stone tef ted titularidade transf
  transferencia transferido via`.split(/\s+/),
);
const SHORTEST_CUT = 3;
// End-to-end ids, txids, numbers of documents.
const REFERENCE = /\S{10,}/g;

/** A person's name: its words without accents, case and particles. */
export interface NameWords {
  first: string;
  others: string[];
}

/** The words of a name; undefined for a single word, which names nobody. */
export function nameOf(name: string): NameWords | undefined {
  const [first, ...others] = wordsOf(name).filter((word) => word.length > 1);
  return first && others.length > 0 ? { first, others } : undefined;
}

/** The words of a bank's text that may be of a name, letters that were left of a cut name included. */
export function wordsOfLine(text: string): string[] {
  const withoutReferences = text.replace(REFERENCE, (word) => (/\d{5}/.test(word) ? ' ' : word));
  return [...new Set(wordsOf(withoutReferences))].filter((word) => !BANK_WORDS.has(word));
}

/**
 * Whether a bank's text names somebody: the first name and one more of theirs are there, in any order, whole or cut
 * off. A single name is not enough.
 */
export function namesPerson(text: string[], { first, others }: NameWords): boolean {
  const isThere = (word: string) => text.some((written) => written === word || isCut(written, word));
  return isThere(first) && others.some(isThere);
}

/** Whether a bank's text may name somebody: the first name is there, and nothing that is not of theirs. */
export function mayNamePerson(text: string[], { first, others }: NameWords): boolean {
  const rest = text.filter((written) => written !== first);
  return rest.length < text.length && rest.every((written) => others.some((word) => word.startsWith(written)));
}

/** How many words two texts have in common, whole or cut off. */
export function countShared(one: string[], other: string[]): number {
  return one.filter((word) =>
    other.some(
      (written) => (word === written && word.length >= SHORTEST_CUT) || isCut(word, written) || isCut(written, word),
    ),
  ).length;
}

/** Whether two texts may name the same person: they share a word, and all of the shorter one is in the other one. */
export function mayNameSame(one: string[], other: string[]): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const isThere = (word: string) => longer.some((written) => written.startsWith(word) || word.startsWith(written));
  return countShared(shorter, longer) > 0 && shorter.every(isThere);
}

function isCut(written: string, word: string): boolean {
  return written.length >= SHORTEST_CUT && word.startsWith(written);
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !PARTICLES.has(word));
}
