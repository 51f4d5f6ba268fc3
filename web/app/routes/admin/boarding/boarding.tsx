import { Box, Button } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { IconUsersGroup } from '@tabler/icons-react';
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BoardingSync } from '~/features/boarding/boarding-sync';
import { BoardingView } from '~/features/boarding/boarding-view';
import { isStaff } from '~/features/session/access';
import { api } from '~/features/session/api';
import { userCacheName } from '~/features/session/user-cache';
import { may, mayOpen, ownerId, useUser } from '~/features/session/user-store';
import { TripNav } from '~/features/trips/trip-header';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import details from '~/ui/layout/details.module.css';
import type { Route } from './+types/boarding';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Embarque');
export const handle = { title: 'Embarque' };

interface GuideLinksProps {
  tripId: string;
  onClose: () => void;
}

// Its form would be loaded with every list.
const GuideLinks = lazyDialog<GuideLinksProps>(async () => (await import('./guide-links')).GuideLinks);
const TripCrewDialog = lazyDialog(async () => (await import('../crew/trip-crew-dialog')).TripCrewDialog);

/** Reads what the phone stored before the page is drawn: the list is there at once, and no skeleton is drawn first. */
export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  const boarding = staffBoarding(ownerId() ?? '', tripId);
  await boarding.restore();
  return boarding;
}

export default function BoardingPage({ params: { tripId }, loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const role = useUser(({ user }) => user.role);
  return (
    <Fragment key={tripId}>
      <TripNav tripId={tripId} current="boarding" />
      {isStaff(role) && (
        <>
          <TripCrewButton tripId={tripId} />
          <Folded title="Guias sem conta">{(close) => <GuideLinks tripId={tripId} onClose={close} />}</Folded>
        </>
      )}
      {/* Below the bar at the top of the area. */}
      <div style={{ '--boarding-standing-top': '4rem' } as CSSProperties}>
        <BoardingView
          boarding={loaderData}
          isGuide={!may('confirm_money')}
          code={search.get('reserva') ?? ''}
          afterClose={
            mayOpen(tripPaths.settlementReport(tripId)) && (
              <Link to={tripPaths.settlementReport(tripId)}>Corrija alguém no fechamento.</Link>
            )
          }
        />
      </div>
    </Fragment>
  );
}

function TripCrewButton({ tripId }: { tripId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        px={0}
        leftSection={<IconUsersGroup size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Quem trabalha
      </Button>
      {isOpen && <TripCrewDialog tripId={tripId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Above the list. */
function Folded({ title, children }: { title: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="details" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={details.summary}>{title}</summary>
      {isOpen && children(() => setOpen(false))}
    </Box>
  );
}

/** The boarding of a trip for the person who is signed in. */
function staffBoarding(userId: string, tripId: string): BoardingSync {
  const params = { tripId };
  // Guides see what they board.
  const mayOpenFiles = may('see_documents') || !isStaff(useUser.getState().user.role);
  return new BoardingSync({
    owner: userId,
    database: userCacheName(userId),
    list: tripId,
    load: () => api.call(boardingRoutes.list, { params, worksOffline: true }),
    send: (body) => api.call(boardingRoutes.recordTaps, { params, body, worksOffline: true }),
    receive: (body) => api.call(boardingRoutes.recordDoorPayment, { params, body, toast: false }),
    charge: (code) => api.call(boardingRoutes.requestDoorCharge, { params, body: { code }, toast: false }),
    authorization: mayOpenFiles
      ? (participantId) =>
          api.download(boardingRoutes.readAuthorization, { params: { tripId, participantId }, toast: false })
      : undefined,
  });
}
