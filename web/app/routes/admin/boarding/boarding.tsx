import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import type { BoardingSource } from '~/features/boarding/boarding-sync';
import { BoardingView } from '~/features/boarding/boarding-view';
import { apiOrOffline } from '~/features/session/api';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';
import { TripNav } from '~/features/trips/trip-header';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import type { Route } from './+types/boarding';
import { GuideLinks } from './guide-links';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Embarque');
export const handle = { title: 'Embarque' };

export default function BoardingPage({ params: { tripId } }: Route.ComponentProps) {
  return <StaffBoarding key={tripId} tripId={tripId} />;
}

function StaffBoarding({ tripId }: { tripId: string }) {
  const [source] = useState(() => staffSource(ownerId() ?? '', tripId));
  return (
    <>
      <TripNav tripId={tripId} current="boarding" />
      <GuideLinks tripId={tripId} />
      {/* Below the bar at the top of the area. */}
      <div style={{ '--boarding-standing-top': '4rem' } as CSSProperties}>
        <BoardingView
          source={source}
          afterClose={<Link to={tripPaths.settlementReport(tripId)}>Corrija alguém no fechamento.</Link>}
        />
      </div>
    </>
  );
}

/** The boarding of a trip for the person who is signed in. */
function staffSource(userId: string, tripId: string): BoardingSource {
  const params = { tripId };
  return {
    owner: userId,
    database: userCacheName(userId),
    list: tripId,
    load: () => apiOrOffline.call(boardingRoutes.list, { params }),
    send: (body) => apiOrOffline.call(boardingRoutes.recordTaps, { params, body }),
  };
}
