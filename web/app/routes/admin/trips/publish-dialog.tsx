import { Button, Stack, Text } from '@mantine/core';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { send } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Row, Rows } from '~/ui/layout/rows';
import { hasWarnings, type PublicationWarnings, Warnings } from './confirm-publication';

interface PublishDialogProps {
  /** Drafts, by departure. */
  trips: readonly Trip[];
  warnings: PublicationWarnings;
  onPublished: (trip: Trip) => void;
  onClose: () => void;
}

/** Publishes drafts one after another, and says what became of each. */
export function PublishDialog({ trips, warnings, onPublished, onClose }: PublishDialogProps) {
  const { outcomes, missing, isPending, publish, stop } = usePublication({ trips, onPublished, onClose });
  const isBegun = outcomes.size > 0;
  const wasRefused = [...outcomes.values()].some((outcome) => typeof outcome === 'object');
  return (
    <ModalDialog
      title={`Publicar ${draftsLabel(trips.length)}`}
      lead="Quem visita o portal passa a ver e a reservar."
      onClose={isPending ? stop : onClose}
      actions={
        <>
          <Text role="status" flex="1 1 100%">
            {isBegun && progressText(trips.length - missing.length, trips.length, isPending)}
          </Text>
          <Button size="md" variant="default" onClick={isPending ? stop : onClose}>
            {isPending ? 'Parar' : isBegun ? 'Fechar' : 'Voltar'}
          </Button>
          <Button size="md" loading={isPending} onClick={() => publish()}>
            {wasRefused ? `Tentar de novo (${missing.length})` : `Publicar ${draftsLabel(missing.length)}`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {hasWarnings(warnings) && (
          <Stack gap={8} px="md" py={14} bdrs="lg" bg="var(--warning-tint)">
            <Warnings {...warnings} />
          </Stack>
        )}
        <Rows aria-label="Rascunhos">
          {trips.map((trip) => (
            <Draft key={trip.id} trip={trip} outcome={outcomes.get(trip.id)} />
          ))}
        </Rows>
      </Stack>
    </ModalDialog>
  );
}

function draftsLabel(count: number): string {
  return plural(count, 'rascunho');
}

function progressText(done: number, all: number, isPending: boolean): string {
  if (isPending) return `Publicando: ${done} de ${all}.`;
  return `${plural(done, 'publicado')}, ${all - done} fora do ar.`;
}

/** What became of a draft, or the sentence with which it was refused. */
type Outcome = 'publishing' | 'published' | { refusal: string };

function Draft({ trip, outcome }: { trip: Trip; outcome: Outcome | undefined }) {
  const { formatWeekdayAndNumericDate, formatTime } = useFormats();
  return (
    <Row>
      <Stack gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={600}>
          {trip.title}
        </Text>
        <Text span c="dimmed" fz="sm">
          {formatWeekdayAndNumericDate(trip.date)}, {formatTime(trip.date)}
        </Text>
        {typeof outcome === 'object' && (
          <Text span c="var(--danger)" fz="sm">
            {outcome.refusal}
          </Text>
        )}
      </Stack>
      {outcome === 'publishing' && <StatusBadge color="waiting">Publicando…</StatusBadge>}
      {outcome === 'published' && <StatusBadge color="good">No ar</StatusBadge>}
    </Row>
  );
}

function usePublication({ trips, onPublished, onClose }: Omit<PublishDialogProps, 'warnings'>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const isStopped = useRef(false);
  const missing = trips.filter(({ id }) => outcomes.get(id) !== 'published');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      isStopped.current = false;
      let published = 0;
      const note = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome));
      for (const trip of missing) {
        const { id } = trip;
        if (isStopped.current) break;
        note(id, 'publishing');
        try {
          await send(tripEditingRoutes.publish, { params: { id }, body: { isActive: true } });
          note(id, 'published');
          onPublished(trip);
          published += 1;
        } catch (error) {
          note(id, { refusal: explainFailure(error) });
          // The others would wait as long for nothing.
          if (error instanceof ApiError && error.isTransient) break;
        }
      }
      return published === missing.length;
    },
    onSuccess: (isComplete) => {
      if (!isComplete) return;
      showAlert('success', trips.length === 1 ? 'O passeio está no portal.' : `${trips.length} passeios no portal.`);
      onClose();
    },
  });
  useUnsavedWarning(isPending, 'A publicação ainda não terminou: os que faltam continuam fora do ar.');
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => {
    return () => {
      isStopped.current = true;
      // The button that opened the dialog is gone with the last draft.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById('conteudo')?.focus({ preventScroll: true });
      });
    };
  }, []);
  return { outcomes, missing, isPending, publish: () => !isPending && mutate(), stop };
}
