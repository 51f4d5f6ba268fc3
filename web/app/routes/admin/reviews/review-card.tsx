import { Button } from '@mantine/core';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { StaffReview } from '@passeio/contract/reviews/reviews';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { StarRow } from '~/features/reviews/star-row';
import { answered, api } from '~/features/session/api';
import { formatNumericDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import styles from './reviews.module.css';

interface ReviewCardProps {
  review: StaffReview;
  /** The page is of one trip, which needs no naming. */
  hasTrip: boolean;
}

export function ReviewCard({ review, hasTrip }: ReviewCardProps) {
  const { timeZone } = useSettings();
  const { stars, sentence, payer, reservation, trip, publishedAt, mayPublish } = review;
  const isPublished = publishedAt !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      answered(
        api.call(reviewRoutes.publish, { params: { reviewId: review.id }, body: { isPublished: !isPublished } }),
      ),
    onSuccess: () => showAlert('success', isPublished ? 'Avaliação tirada do site.' : 'Avaliação publicada no site.'),
  });

  return (
    <li className={styles.review}>
      <p className={styles.head}>
        <StarRow stars={stars} className={styles.stars} />
        {isPublished && <StatusBadge color="good">No site</StatusBadge>}
      </p>
      {sentence && <p className={styles.sentence}>{sentence}</p>}
      <p className={styles.detail}>
        <Link to={reservationPath({ tripId: trip.id, id: reservation.id })}>{payer}</Link>, em{' '}
        {formatNumericDate(review.createdAt, timeZone)}
        {!hasTrip && (
          <>
            <br />
            <Link to={tripPaths.reviews(trip.id)}>{trip.title}</Link>, {formatNumericDate(trip.date, timeZone)}
          </>
        )}
      </p>
      {mayPublish ? (
        <Button size="md" variant="default" loading={isPending} onClick={() => mutate()}>
          {isPublished ? 'Tirar do site' : 'Publicar no site'}
        </Button>
      ) : (
        <p className={styles.detail}>Quem escreveu não quis publicar.</p>
      )}
    </li>
  );
}
