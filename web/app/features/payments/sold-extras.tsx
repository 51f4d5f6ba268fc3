import { Group, Paper, Text, Title } from '@mantine/core';
import type { ExtraIncome } from '@passeio/contract/trips/extras';
import { formatMoney } from '~/lib/formats';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';

/** What each extra brings: a part of the reservations' totals, not more money. */
export function SoldExtras({ extras }: { extras: readonly ExtraIncome[] }) {
  if (extras.length === 0) return null;
  return (
    <section aria-labelledby="adicionais">
      <Title order={3} fz="lg" id="adicionais">
        Adicionais
      </Title>
      <Text c="dimmed" fz="sm" mb={12}>
        Já contados nos valores das reservas ativas.
      </Text>
      <Grid component="ul" min="16rem">
        {extras.map(({ id, label, count, incomeCents }) => (
          <Paper key={id} component="li" px="md" py="sm">
            <Group gap="md" justify="space-between" align="start" wrap="nowrap">
              <strong>
                {count} × {label}
              </strong>
              <Text span fw={600} className={tableStyles.figures}>
                {formatMoney(incomeCents)}
              </Text>
            </Group>
          </Paper>
        ))}
      </Grid>
    </section>
  );
}
