import { Box, type BoxProps, Button, Text } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { reload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { IconLine } from '~/ui/text/icon-line';
import { timeLeft, useNow } from './deadline';
import { isKnown } from './reservation-states';

/** How long after its deadline a status is asked for again. */
const RECENT_MS = 5 * 60_000;

interface NextStepProps extends Pick<BoxProps, 'mt'> {
  reservation: Pick<Reservation, 'state' | 'status'>;
}

/** What to do next for a reservation and until when, with a countdown. */
export function NextStep({ reservation, mt = 'md' }: NextStepProps) {
  const { nextStep, until } = reservation.status;
  if (!isKnown(reservation)) return <OldPage />;
  return (
    <Box mt={mt}>
      <p style={{ textWrap: 'pretty' }}>{nextStep}</p>
      {until && <Deadline until={until} />}
    </Box>
  );
}

function Deadline({ until }: { until: string }) {
  const { formatDeadline } = useFormats();
  const now = useNow(until);
  const left = timeLeft(until, now);
  const when = formatDeadline(until);
  // The server ends it within a minute of the deadline: the page asks every minute for a few minutes.
  useEffect(() => {
    const over = now - Date.parse(until);
    if (over >= 0 && over < RECENT_MS) void reload();
  }, [now, until]);
  return (
    <IconLine icon={IconClockHour4} mt={6}>
      {left ? (
        <>
          <Text component="strong" fw={700} c="var(--text)">
            {left}
          </Text>
          {` · até ${when}`}
        </>
      ) : (
        `O prazo era ${when}`
      )}
    </IconLine>
  );
}

function OldPage() {
  return (
    <Box mt="md">
      <p>Esta página é mais antiga que o sistema. Atualize para ver a situação da reserva.</p>
      <Button size="md" mt="sm" onClick={() => window.location.reload()}>
        Atualizar a página
      </Button>
    </Box>
  );
}
