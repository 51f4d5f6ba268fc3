import { MAX_STARS, starsLabel } from '@passeio/contract/reviews/stars';

/** Stars as text, said in words. */
export function StarRow({ stars, className }: { stars: number; className?: string | undefined }) {
  return (
    <span role="img" aria-label={starsLabel(stars)} className={className}>
      {'★'.repeat(stars) + '☆'.repeat(MAX_STARS - stars)}
    </span>
  );
}
