import { Button, Loader, Text } from '@mantine/core';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Timeline } from '@passeio/contract/reservations/timeline';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Conversation } from '~/features/reservations/conversation';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { FormNotice } from '~/ui/editing/form-notice';
import { Card } from '~/ui/layout/card';
import styles from './my-reservations.module.css';

// So many stay on a phone until everything is asked for.
const LATEST = 3;

interface ReservationTimelineProps {
  reservation: Reservation;
  /** Whether the reservation is the copy cached for reading offline, which has no timeline. */
  isCopy: boolean;
}

/** What happened to the client's reservation, as a conversation; follows its changes. */
export function ReservationTimeline({ reservation, isCopy }: ReservationTimelineProps) {
  const title = useId();
  const stamp = JSON.stringify(reservation);
  const fetchedStamp = useRef(stamp);
  const query = load(reservationRoutes.readTimeline, {
    params: { reservationId: reservation.id },
    query: { audience: 'payer' },
  });
  const { data: timeline, error, isFetching, refetch } = useQuery({ ...query, enabled: !isCopy });
  const isLoading = !isCopy && !timeline && isFetching;
  useEffect(() => {
    if (isCopy || fetchedStamp.current === stamp) return;
    fetchedStamp.current = stamp;
    void refetch();
  }, [isCopy, stamp, refetch]);
  return (
    <Card component="section" roomy className={styles.timeline} aria-labelledby={title} aria-busy={isLoading} data-wide>
      <h2 id={title}>O que aconteceu</h2>
      {isCopy && <Text c="dimmed">Aparece aqui quando a internet voltar.</Text>}
      {isLoading && <Loader size="sm" aria-label="Carregando..." />}
      {error && !isFetching && (
        <FormNotice>
          Não foi possível carregar o que aconteceu. {explainFailure(error)}{' '}
          <Button size="compact-md" variant="subtle" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {timeline && <TimelineItems timeline={timeline} />}
    </Card>
  );
}

function TimelineItems({ timeline: { data, hasEarlier } }: { timeline: Timeline }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  if (data.length === 0) return <Text c="dimmed">Nada registrado até agora.</Text>;
  return (
    <>
      {data.length > LATEST && (
        <Button
          className={styles.all}
          size="md"
          variant="default"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Ver só os últimos ${LATEST}` : `Ver tudo (${data.length})`}
        </Button>
      )}
      <div id={id}>
        <Conversation items={data} own="payer" hasEarlier={hasEarlier} hidden={showsAll ? 0 : data.length - LATEST} />
      </div>
    </>
  );
}
