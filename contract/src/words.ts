// Without schemas, so that the portal's scripts do not carry them.
const LOCALE = 'pt-BR';

/** The first word of a person's name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? '';
}

/** A count and its noun, as in "1 vaga" and "4 vagas". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Words as they begin a sentence. */
export function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase(LOCALE) + words.slice(1);
}

/** Words that began a sentence, as they stand within one. */
export function uncapitalised(words: string): string {
  return words.charAt(0).toLocaleLowerCase(LOCALE) + words.slice(1);
}
