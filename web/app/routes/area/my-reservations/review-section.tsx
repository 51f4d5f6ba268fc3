import { Button } from '@mantine/core';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { OwnReview } from '@passeio/contract/reviews/reviews';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReviewForm } from '~/features/reviews/review-form';
import styles from '~/features/reviews/review-form.module.css';
import { StarRow } from '~/features/reviews/star-row';
import { answered, apiInPlace } from '~/features/session/api';
import { keyOf, load, queryClient } from '~/features/session/queries';
import { showAlert } from '~/ui/feedback/alert';

/** On the reservation's page after the return: the payer's review, or the form for it. Nothing offline. */
export function ReviewSection({ reservationId }: { reservationId: string }) {
  const input = { params: { reservationId } };
  // Without an answer the page is complete without it.
  const { data: own } = useQuery(load(reviewRoutes.readOwn, input));
  const [editing, setEditing] = useState(false);
  if (!own) return null;
  if (own.review && !editing) return <Written own={own} onEdit={() => setEditing(true)} />;
  return (
    <ReviewForm
      own={own}
      send={(body) => answered(apiInPlace.call(reviewRoutes.writeOwn, { ...input, body }))}
      onSent={(sent) => {
        queryClient.setQueryData(keyOf(reviewRoutes.readOwn, input), sent);
        setEditing(false);
        showAlert('success', 'Avaliação enviada. Obrigado!');
      }}
    />
  );
}

function Written({ own: { review }, onEdit }: { own: OwnReview; onEdit: () => void }) {
  if (!review) return null;
  return (
    <>
      <StarRow stars={review.stars} className={styles.shown} />
      {review.sentence && <p className={styles.written}>{review.sentence}</p>}
      {review.isPublished ? (
        <p className={styles.hint}>Publicada no site. Para mudar alguma coisa, fale com a gente.</p>
      ) : (
        <Button size="md" variant="default" onClick={onEdit}>
          Mudar a avaliação
        </Button>
      )}
    </>
  );
}
