const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos']);
const SHORTEST_CUT = 3;

/** The words of a name or text, without accents, case and particles. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !PARTICLES.has(word));
}

/**
 * Whether a bank's text names somebody: the first name and one more of theirs are there, in any order, whole or cut
 * off. A single name is not enough.
 */
export function namesPerson(text: string[], name: string): boolean {
  const [first, ...others] = wordsOf(name);
  if (!first || others.length === 0) return false;
  const isThere = (word: string) => text.some((written) => written === word || isCut(written, word));
  return isThere(first) && others.some(isThere);
}

function isCut(written: string, word: string): boolean {
  return written.length >= SHORTEST_CUT && word.startsWith(written);
}
