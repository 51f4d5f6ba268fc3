import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { BoardingView } from '~/features/boarding/boarding-view';
import { staffSource } from '~/features/boarding/staff-source';
import { ownerId } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/boarding';
import styles from './boarding.module.css';
import { GuideLinks } from './guide-links';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Embarque');
export const handle = { title: 'Embarque' };

export default function BoardingPage({ params: { tripId } }: Route.ComponentProps) {
  return <StaffBoarding key={tripId} tripId={tripId} />;
}

function StaffBoarding({ tripId }: { tripId: string }) {
  const [source] = useState(() => staffSource(ownerId() ?? '', tripId));
  return (
    <>
      <nav aria-label="Passeio" className={styles.ways}>
        <NavLink to="/admin/passeios">Passeios</NavLink>
        <NavLink to={`/admin/passeios/${tripId}/passageiros`} icon={<IconUsers size={18} aria-hidden />}>
          Passageiros
        </NavLink>
      </nav>
      <BoardingView source={source} />
      <GuideLinks tripId={tripId} />
    </>
  );
}
