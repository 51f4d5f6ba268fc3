import { MAX_STARS, starsInWords } from '@passeio/contract/reviews/review-words';

/** Stars as text, said in words. */
export function StarRow({ stars, className }: { stars: number; className?: string | undefined }) {
  return (
    <span role="img" aria-label={starsInWords(stars)} className={className}>
      {'★'.repeat(stars) + '☆'.repeat(MAX_STARS - stars)}
    </span>
  );
}
