import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { pageNumber, reservationPagePath } from '@passeio/contract/pages';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import { type ReviewList, reviewFilters, type StaffReview } from '@passeio/contract/reviews/reviews';
import { MAX_STARS } from '@passeio/contract/reviews/stars';
import { plural } from '@passeio/contract/words';
import { IconStar } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { StarRow } from '~/features/reviews/star-row';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';
import { ListPages } from '~/ui/layout/list-tools';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/reviews';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Avaliações');
export const handle = { title: 'Avaliações' };

/** Names in the page's URL. */
const names = { trip: 'passeio', shown: 'no-site' };
const choices = [
  { value: null, label: 'Todas' },
  { value: 'nao', label: 'Fora do site' },
  { value: 'sim', label: 'No site' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const shown = params.get(names.shown);
  const tripId = reviewFilters.shape.tripId.safeParse(params.get(names.trip) ?? undefined).data;
  const query = {
    ...(tripId ? { tripId } : {}),
    ...(shown === 'sim' || shown === 'nao' ? { published: shown === 'sim' } : {}),
    ...{ page: pageNumber.catch(1).parse(params.get('page')), size: 30 },
  };
  return preload(load(reviewRoutes.list, { query }));
}

/** What people said of trips: of all, or of one; what the portal shows is decided here. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const { trip, data, page } = list;
  return (
    <>
      {trip && (
        <TripHeader trip={trip} current="reviews">
          <NavLink to="/admin/avaliacoes">Todas as avaliações</NavLink>
        </TripHeader>
      )}
      <Average list={list} />
      {list.count > 0 && <Filter />}
      {data.length === 0 ? (
        <NoReviews count={list.count} />
      ) : (
        <Grid component="ul" min="22rem">
          {data.map((review) => (
            <ReviewCard key={review.id} review={review} hasTrip={trip !== null} />
          ))}
        </Grid>
      )}
      <ListPages page={page} one="avaliação" many="avaliações" />
    </>
  );
}

const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1 });

function Average({ list: { average, count } }: { list: ReviewList }) {
  if (average === null) return null;
  return (
    <Group gap="0.25rem 0.75rem" align="baseline" mb="md">
      <Text span fz="2rem" fw={700} lh={1.2} className={tableStyles.figures}>
        {decimal.format(average)}
      </Text>
      <span>
        de {MAX_STARS} estrelas, em {plural(count, 'avaliação', 'avaliações')}
      </span>
    </Group>
  );
}

function Filter() {
  const [params] = useSearchParams();
  const chosen = params.get(names.shown);
  const pathOf = (value: string | null) => {
    const trip = params.get(names.trip);
    return `?${new URLSearchParams({ ...(trip ? { [names.trip]: trip } : {}), ...(value ? { [names.shown]: value } : {}) })}`;
  };
  return (
    <Group component="nav" gap={8} mb="md" aria-label="Mostrar">
      {choices.map(({ value, label }) => (
        <Button
          key={label}
          component={Link}
          to={pathOf(value)}
          size="md"
          variant={chosen === value ? 'light' : 'default'}
          aria-current={chosen === value ? 'true' : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function NoReviews({ count }: { count: number }) {
  return count > 0 ? (
    <EmptyState icon={IconStar} title="Nenhuma avaliação aqui" text="Veja as outras, ou todas." />
  ) : (
    <EmptyState
      icon={IconStar}
      title="Nenhuma avaliação ainda"
      text="No dia depois da volta, quem viajou recebe um e-mail com um link para contar como foi."
    />
  );
}

interface ReviewCardProps {
  review: StaffReview;
  /** The page is about one trip, whose name stands above. */
  hasTrip: boolean;
}

function ReviewCard({ review, hasTrip }: ReviewCardProps) {
  const { formatNumericDate } = useFormats();
  const { stars, sentence, payer, reservation, trip, publishedAt, mayPublish } = review;
  const isPublished = publishedAt !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call(reviewRoutes.publish, { params: { reviewId: review.id }, body: { isPublished: !isPublished } }),
    onSuccess: () => showAlert('success', isPublished ? 'Avaliação tirada do site.' : 'Avaliação publicada no site.'),
  });

  return (
    <Paper component="li" p="md">
      <Stack h="100%" gap={8}>
        <Group justify="space-between" gap={8} wrap="nowrap">
          <Text span c="var(--warning)" fz="1.25rem" lts="0.1em" style={{ whiteSpace: 'nowrap' }}>
            <StarRow stars={stars} />
          </Text>
          {isPublished && <StatusBadge color="good">No site</StatusBadge>}
        </Group>
        {sentence && (
          <Text flex={1} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
        )}
        <Text c="dimmed" fz="0.9375rem">
          <Box component={Link} to={reservationPagePath(reservation.id)} c="inherit">
            {payer}
          </Box>
          , em {formatNumericDate(review.createdAt)}
          {!hasTrip && (
            <>
              <br />
              <Box component={Link} to={tripPaths.reviews(trip.id)} c="inherit">
                {trip.title}
              </Box>
              , {formatNumericDate(trip.date)}
            </>
          )}
        </Text>
        {mayPublish ? (
          <Button size="md" variant="default" loading={isPending} onClick={() => mutate()}>
            {isPublished ? 'Tirar do site' : 'Publicar no site'}
          </Button>
        ) : (
          <Text c="dimmed" fz="0.9375rem">
            Quem escreveu não quis publicar.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
