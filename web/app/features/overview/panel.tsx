import { Box, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Grid } from '~/ui/layout/grid';

interface PanelProps {
  id?: string;
  title: string;
  lead?: string;
  more?: { to: string; label: string };
  children?: ReactNode;
}

/** A section of the start page of staff with a link to its full list. */
export function Panel({ id, title, lead, more, children }: PanelProps) {
  return (
    <Paper component="section" id={id} px={18} py="lg" aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" fz="0.9375rem" mt={2} mb="md">
          {lead}
        </Text>
      )}
      {children}
      {more && (
        <Box component={Link} to={more.to} display="inline-block" py={9} fw={600}>
          {more.label}
        </Box>
      )}
    </Paper>
  );
}

export function PanelColumns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <Box mt="md">
      <Grid columns={2} from={76} gap={1}>
        <Stack>{left}</Stack>
        <Stack>{right}</Stack>
      </Grid>
    </Box>
  );
}
