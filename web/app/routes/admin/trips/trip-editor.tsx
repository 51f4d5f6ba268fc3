import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router';
import { load, queryClient } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import type { Route } from './+types/trip-editor';
import { TripEditor } from './editor/trip-editor';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Passeio');
export const handle = {
  title: ({ tripId }: { tripId?: string }) => (tripId === NEW ? 'Novo passeio' : 'Editar passeio'),
};

/** Id segment in the URL of a new trip. */
const NEW = 'novo';

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<Trip | null> {
  return params.tripId === NEW
    ? null
    : queryClient.fetchQuery(load(tripRoutes.read, { params: { id: params.tripId } }));
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.tripId !== nextParams.tripId;

export default function TripEditorPage({ loaderData: trip, params }: Route.ComponentProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const born = (location.state as { editor?: string } | null)?.editor;
  // After the first save the URL changes but the editor stays mounted, so that nothing typed is lost.
  const editor = born ?? (trip ? params.tripId : location.key);
  return (
    <TripEditor
      key={editor}
      trip={trip}
      onCreated={({ id }) => void navigate(tripPaths.edit(id), { replace: true, state: { editor } })}
    />
  );
}
