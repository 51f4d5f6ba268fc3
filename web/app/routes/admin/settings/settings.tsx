import { wordingRoutes } from '@passeio/contract/messages/wording-routes';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { memo, useState } from 'react';
import { load, queryClient } from '~/features/session/queries';
import { createWordingForms } from '~/features/settings/wording-forms';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/settings';
import { AccessSection } from './access-section';
import { MessagesSection } from './messages/messages-section';
import { OperatorEditor } from './operator-editor';
import { ReservationsSection } from './reservations-section';
import { ACCESS, MESSAGES, RESERVATIONS } from './section-list';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

export async function clientLoader() {
  const [operator, { access }, reservations, wordings] = await Promise.all([
    queryClient.fetchQuery(load(settingsRoutes.readOperator)),
    queryClient.fetchQuery(load(publicSettingsRoutes.read)),
    queryClient.fetchQuery(load(settingsRoutes.readReservations)),
    queryClient.fetchQuery(load(wordingRoutes.listWordings)),
  ]);
  return { operator, access, reservations, wordings };
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

// Hidden ones are mounted too: opening another section does not render them again.
const Reservations = memo(ReservationsSection);
const Access = memo(AccessSection);

/** The settings; one form for most sections, so that switching sections loses nothing. */
export default function Settings({ loaderData: { operator, access, reservations, wordings } }: Route.ComponentProps) {
  const [messages] = useState(() => createWordingForms(wordings));
  const [messagesDirty, setMessagesDirty] = useState(false);
  const [accessDirty, setAccessDirty] = useState(false);
  const [reservationsDirty, setReservationsDirty] = useState(false);
  return (
    <OperatorEditor
      settings={operator}
      ownForms={[
        {
          section: RESERVATIONS,
          dirty: reservationsDirty,
          form: <Reservations settings={reservations} onDirty={setReservationsDirty} />,
        },
        {
          section: MESSAGES,
          dirty: messagesDirty,
          form: <MessagesSection forms={messages} onDirty={setMessagesDirty} />,
        },
        {
          section: ACCESS,
          dirty: accessDirty,
          form: <Access access={access} onDirty={setAccessDirty} />,
        },
      ]}
    />
  );
}
