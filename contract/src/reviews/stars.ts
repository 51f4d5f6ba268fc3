// Without schemas, so that the portal's scripts do not carry them.
export const MAX_STARS = 5;
export const MAX_REVIEW_SENTENCE = 500;

/** How many reviews have so many stars. */
export type StarCount = { stars: number; count: number };

/** The average of reviews, with one decimal; null without any. */
export function averageOf(counts: readonly StarCount[]): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return Math.round((counts.reduce((sum, { stars, count }) => sum + stars * count, 0) * 10) / total) / 10;
}

/** As in "4 de 5 estrelas". */
export function starsLabel(stars: number): string {
  return `${stars} de ${MAX_STARS} estrelas`;
}
