// Without schemas, so that the portal's scripts do not carry them.
const LOCALE = 'pt-BR';

const FORM_OF_ADDRESS = /^(?:seu|dona|sra?\.?|dra?\.?)$/i;

/** The first word of a person's name, after the form of address that staff may have typed, as in "Seu Antônio". */
export function firstName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/, 2);
  return second && FORM_OF_ADDRESS.test(first) ? `${first} ${second}` : first;
}

/** A count and its noun, as in "1 vaga" and "4 vagas". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How many of what, as in "2 × Almoço, 1 × Snorkel": labels that somebody typed have no known plural. */
export function countsText(counted: readonly { label: string; count: number }[]): string {
  return counted.map(({ label, count }) => `${count}\u00a0×\u00a0${label}`).join(', ');
}

/** Words as they begin a sentence. */
export function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase(LOCALE) + words.slice(1);
}

/** Words that began a sentence, as they stand within one. */
export function uncapitalised(words: string): string {
  return words.charAt(0).toLocaleLowerCase(LOCALE) + words.slice(1);
}

/** An e-mail that its owner recognises and nobody else learns, as in "t•••@exemplo.com". */
export function maskEmail(email: string): string {
  const [mailbox = '', host = ''] = email.split('@');
  return `${mailbox.slice(0, 1)}•••@${host}`;
}
