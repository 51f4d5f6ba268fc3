import { Button, Stack, Text, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { waitingLabel } from '@passeio/contract/reservations/waiting-label';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { plural } from '@passeio/contract/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { isEmailConfirmed } from '~/features/session/profile';
import { reload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import text from '~/ui/text/text.module.css';
import { leaveWaitingList } from './join';

/** Where the user waits for places; nothing where they wait for none. */
export function WaitingList({ entries }: { entries: readonly WaitingListEntry[] }) {
  // Nothing about places is sent to an address that may be somebody else's.
  const { data: isConfirmed } = useQuery({
    queryKey: ['email-confirmed'],
    queryFn: isEmailConfirmed,
    enabled: entries.length > 0,
  });
  if (entries.length === 0) return null;
  return (
    <Stack component="section" gap={0} aria-labelledby="lista-de-espera">
      <Title id="lista-de-espera" order={2} lh={1.6}>
        Lista de espera
      </Title>
      <Text c="dimmed" mb="sm">
        {isConfirmed === false
          ? 'Quando sair lugar, guardamos para você. O seu e-mail ainda não está confirmado e não recebe avisos: abra o link de confirmação que enviamos, ou veja aqui se saiu lugar.'
          : 'Quando sair lugar, guardamos para você e avisamos por e-mail.'}
      </Text>
      <Grid component="ul" gap={1}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <WaitingCard entry={entry} />
          </li>
        ))}
      </Grid>
    </Stack>
  );
}

function WaitingCard({ entry }: { entry: WaitingListEntry }) {
  const { formatLongMoment } = useFormats();
  const { trip, position, people, totalCents } = entry;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (await leaveWaitingList(trip)) await reload();
    },
  });
  const title = useId();

  return (
    <Card component="article" aria-labelledby={title}>
      <Grid columns="minmax(0, 1fr) auto" from={48} gap={1}>
        <div>
          <StatusBadge color="waiting">
            {position === null ? 'Lista de espera' : `Lista de espera: ${position}º`}
          </StatusBadge>
          <Title id={title} order={3} mt={10} fz={19}>
            <Text component="a" href={pagePaths.trip(trip.slug)} c="inherit" td="underline">
              {trip.title}
            </Text>
          </Title>
          <Text c="dimmed" mt={4} className={text.capital}>
            {formatLongMoment(trip.date)}
          </Text>
          <Text fw={600} mt={8}>
            {plural(people, 'pessoa')} · {formatMoney(totalCents)}
            <Text component="small" display="block" fz="sm" fw={400} c="dimmed">
              {waitingLabel(entry)}
            </Text>
          </Text>
        </div>
        <Button
          size="md"
          variant="default"
          loading={isPending}
          aria-describedby={title}
          style={{ alignSelf: 'end' }}
          onClick={() => mutate()}
        >
          Sair da lista
        </Button>
      </Grid>
    </Card>
  );
}
