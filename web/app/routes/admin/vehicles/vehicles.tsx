import { Button, Group, Text } from '@mantine/core';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { IconBus, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SeatMapPicture } from '~/features/seats/seat-map';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import type { Route } from './+types/vehicles';
import styles from './vehicles.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Veículos');
export const handle = { title: 'Veículos' };

export function clientLoader() {
  return preload(load(vehicleRoutes.list));
}

/** The operator's vehicles. */
export default function Vehicles({ loaderData }: Route.ComponentProps) {
  const { data: vehicles } = useSuspenseQuery(loaderData).data;
  const add = may('edit_trips') && (
    <Button component={Link} to="/admin/veiculos/novo" size="md" leftSection={<IconPlus size={20} aria-hidden />}>
      Novo veículo
    </Button>
  );
  if (vehicles.length === 0) {
    return (
      <EmptyState
        icon={IconBus}
        title="Nenhum veículo cadastrado"
        text="Cadastre as vans e os ônibus com o mapa de poltronas. Há mapas prontos de 15 a 50 lugares para começar."
      >
        {add}
      </EmptyState>
    );
  }
  return (
    <>
      <Group justify="flex-end" mb={16}>
        {add}
      </Group>
      <Grid component="ul" min="20rem" gap={1} aria-label="Veículos">
        {vehicles.map((vehicle) => (
          <VehicleCard key={vehicle.id} vehicle={vehicle} />
        ))}
      </Grid>
    </>
  );
}

function VehicleCard({ vehicle: { id, name, plate, seats, map, isArchived } }: { vehicle: Vehicle }) {
  return (
    <Card component="li" gap="small" className={styles.card}>
      <Group gap={12} align="baseline" justify="space-between" wrap="nowrap">
        {may('edit_trips') ? (
          <Text component={Link} to={`/admin/veiculos/${id}`} c="inherit" fw={600} td="none" miw={0}>
            {name}
          </Text>
        ) : (
          <Text fw={600} miw={0}>
            {name}
          </Text>
        )}
        {isArchived && <StatusBadge color="quiet">Arquivado</StatusBadge>}
      </Group>
      <Text c="dimmed">{[`${seats} poltronas`, plate].filter(Boolean).join(' · ')}</Text>
      <SeatMapPicture map={map} />
    </Card>
  );
}
