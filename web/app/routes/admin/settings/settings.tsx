import { useState } from 'react';
import { loadSettings } from '~/features/settings/access-settings';
import { loadOperator } from '~/features/settings/operator-calls';
import { loadReservationSettings } from '~/features/settings/reservation-settings';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/settings';
import { AccessSection } from './access-section';
import { OperatorEditor } from './operator-editor';
import { ReservationsSection } from './reservations-section';
import { ACCESS, RESERVATIONS } from './section-list';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [operator, { access }, reservations] = await Promise.all([
    loadOperator(signal),
    loadSettings(signal),
    loadReservationSettings(signal),
  ]);
  return { operator, access, reservations };
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

/** The settings; one form for most sections, so that switching sections loses nothing. */
export default function Settings({ loaderData: { operator, access, reservations } }: Route.ComponentProps) {
  const [accessDirty, setAccessDirty] = useState(false);
  const [reservationsDirty, setReservationsDirty] = useState(false);
  return (
    <OperatorEditor
      settings={operator}
      ownForms={[
        {
          section: RESERVATIONS,
          dirty: reservationsDirty,
          form: <ReservationsSection settings={reservations} onDirty={setReservationsDirty} />,
        },
        {
          section: ACCESS,
          dirty: accessDirty,
          form: <AccessSection access={access} onDirty={setAccessDirty} />,
        },
      ]}
    />
  );
}
