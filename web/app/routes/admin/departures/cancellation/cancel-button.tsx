import { Button } from '@mantine/core';
import type { Departure } from '@passeio/contract/departures/departures';
import { IconCalendarX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import { CancelDepartureDialog } from './cancel-departure-dialog';

/** Opens what cancelling a departure would do; then leads to how far it is. */
export function CancelButton({ departure: { id, title } }: { departure: Pick<Departure, 'id' | 'title'> }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        color="red"
        leftSection={<IconCalendarX size={18} aria-hidden />}
        aria-label={`Cancelar saída: ${title}`}
        onClick={() => setOpen(true)}
      >
        Cancelar saída
      </Button>
      {isOpen && (
        <CancelDepartureDialog
          tripId={id}
          title={title}
          onClose={() => setOpen(false)}
          onDone={() => {
            showAlert('success', 'Saída cancelada. Você pode desfazer por 2 minutos.');
            void navigate(tripPaths.cancellation(id));
          }}
        />
      )}
    </>
  );
}
