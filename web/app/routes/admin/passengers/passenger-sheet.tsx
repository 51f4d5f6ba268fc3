import { Button } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { PassengerSheet } from '@passeio/contract/boarding/passengers';
import { IconColumns3, IconPrinter, IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/passenger-sheet';
import styles from './passenger-list.module.css';
import { readSheetChoice, rememberChoice, sheetPath } from './sheet/columns';
import { PassengerSheetView } from './sheet/passenger-sheet';
import { SheetDialog } from './sheet/sheet-dialog';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Lista de passageiros');
export const handle = { title: 'Imprimir lista' };

export async function clientLoader({ params: { tripId }, request }: Route.ClientLoaderArgs) {
  const choice = readSheetChoice(new URL(request.url).searchParams);
  const query = { columns: choice.columns.join(','), group: choice.group };
  return { choice, sheet: await preload(load(passengerRoutes.readSheet, { params: { tripId }, query })) };
}

/** The print page of the passenger list. */
export default function PassengerSheetPage({ loaderData, params: { tripId } }: Route.ComponentProps) {
  const { choice } = loaderData;
  const { data: sheet } = useSuspenseQuery({ ...loaderData.sheet, refetchOnWindowFocus: false });
  const [choosing, setChoosing] = useState(false);
  const userId = useUser(({ user }) => user.id);
  const navigate = useNavigate();

  function choose(chosen: typeof choice): void {
    rememberChoice(userId, chosen);
    setChoosing(false);
    void navigate(sheetPath(tripId, chosen), { replace: true });
  }

  return (
    <>
      <div className={styles.screenOnly}>
        <NavLink to={tripPaths.passengers(tripId)}>Passageiros</NavLink>
        <div className={styles.tools}>
          <Button size="md" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
            Imprimir
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconColumns3 size={20} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            Colunas e grupos
          </Button>
        </div>
      </div>
      <Sheet sheet={sheet} />
      {choosing && <SheetDialog choice={choice} onClose={() => setChoosing(false)} onChoose={choose} />}
    </>
  );
}

function Sheet({ sheet }: { sheet: PassengerSheet }) {
  if (sheet.total > 0) return <PassengerSheetView sheet={sheet} />;
  return (
    <EmptyState icon={IconUsers} title="Ninguém na lista ainda" text="A lista mostra quem tem vaga neste passeio." />
  );
}
