import { Button, Group, Stack, Switch } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { IconExternalLink, IconEye, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SituationBadge } from '~/features/trips/situation-badge';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import styles from './editor-header.module.css';
import { useFormState, useTripForm } from './form-context';

/** Header of the editor: title, situation, preview and publication. */
export function EditorHeader({ onPreview }: { onPreview: () => void }) {
  const { formatTripDates } = useFormats();
  const trip = useFormState((state) => state.stored);
  return (
    <Stack mb="md">
      <Stack gap={6} miw={0}>
        <p className={styles.title}>{trip ? trip.title : 'Um passeio novo'}</p>
        {trip && (
          <Group component="p" gap="0.25rem 0.75rem" c="dimmed">
            <SituationBadge situation={trip.situation} />
            <span>{formatTripDates(trip)}</span>
          </Group>
        )}
      </Stack>
      <div className={styles.actions}>
        {trip && !trip.isArchived && <PublishSwitch isPublished={trip.isActive} />}
        <Button variant="light" size="md" leftSection={<IconEye size={20} aria-hidden />} onClick={onPreview}>
          Pré-visualizar
        </Button>
        {trip && (
          <Button
            component={Link}
            to={tripPaths.passengers(trip.id)}
            variant="default"
            size="md"
            leftSection={<IconUsers size={20} aria-hidden />}
          >
            Passageiros
          </Button>
        )}
        {trip?.isActive && (
          <Button
            component="a"
            href={pagePaths.trip(trip.slug)}
            target="_blank"
            rel="noopener"
            variant="default"
            size="md"
            leftSection={<IconExternalLink size={20} aria-hidden />}
          >
            Ver no portal
          </Button>
        )}
      </div>
    </Stack>
  );
}

function PublishSwitch({ isPublished }: { isPublished: boolean }) {
  const { publish } = useTripForm();
  // Optimistic value until the server answers.
  const [wanted, setWanted] = useState<boolean>();

  async function turn(isActive: boolean): Promise<void> {
    setWanted(isActive);
    const isDone = await publish({ isActive });
    setWanted(undefined);
    if (isDone) showAlert('success', isActive ? 'O passeio está no portal.' : 'O passeio saiu do portal.');
  }

  return (
    <Switch
      size="md"
      className={styles.publish}
      label="No portal"
      checked={wanted ?? isPublished}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
}
