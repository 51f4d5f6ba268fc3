import { Button } from '@mantine/core';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { IconBus, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SeatMapPicture } from '~/features/seats/seat-map-picture';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import type { Route } from './+types/vehicles';
import styles from './vehicles.module.css';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Veículos');
export const handle = { title: 'Veículos' };

export function clientLoader() {
  return preload(load(vehicleRoutes.list));
}

/** The operator's vehicles. */
export default function Vehicles({ loaderData }: Route.ComponentProps) {
  const { data: vehicles } = useSuspenseQuery(loaderData).data;
  const add = (
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
      <div className={styles.tools}>{add}</div>
      <ul className={styles.list} aria-label="Veículos">
        {vehicles.map((vehicle) => (
          <VehicleCard key={vehicle.id} vehicle={vehicle} />
        ))}
      </ul>
    </>
  );
}

function VehicleCard({ vehicle: { id, name, plate, seats, map, isArchived } }: { vehicle: Vehicle }) {
  return (
    <li className={styles.card}>
      <div className={styles.heading}>
        <Link to={`/admin/veiculos/${id}`} className={styles.name}>
          {name}
        </Link>
        {isArchived && <StatusBadge color="quiet">Arquivado</StatusBadge>}
      </div>
      <p className={styles.detail}>{[`${seats} poltronas`, plate].filter(Boolean).join(' · ')}</p>
      <SeatMapPicture map={map} />
    </li>
  );
}
