import { Box, Button, Group } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { PassengerSheet } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { IconColumns3, IconPrinter, IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useNavigate } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { formatCalendarDate } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/passenger-sheet';
import styles from './passenger-sheet.module.css';
import { readSheetChoice, rememberChoice, SheetDialog, sheetPath } from './sheet-dialog';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

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
        <Group gap={12} mb={20}>
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
        </Group>
      </div>
      {sheet.total > 0 ? (
        <Sheet sheet={sheet} />
      ) : (
        <EmptyState
          icon={IconUsers}
          title="Ninguém na lista ainda"
          text="A lista mostra quem tem vaga neste passeio."
        />
      )}
      {choosing && <SheetDialog choice={choice} onClose={() => setChoosing(false)} onChoose={choose} />}
    </>
  );
}

/** More columns than this need landscape. */
const MOST_UPRIGHT_COLUMNS = 7;

/** The printed passenger list: grouped by boarding point or reservation, headers on every page. */
function Sheet({ sheet: { operator, trip, columns, groups, total } }: { sheet: PassengerSheet }) {
  const facts = [`Saída: ${formatCalendarDate(trip.date)}, ${trip.time}`, trip.vehicle, plural(total, 'pessoa')];
  const about = [
    operator.name,
    operator.cnpj && `CNPJ ${operator.cnpj}`,
    operator.cadastur && `CADASTUR ${operator.cadastur}`,
    operator.phone,
  ];
  return (
    <article className={styles.sheet} data-wide={columns.length > MOST_UPRIGHT_COLUMNS || undefined}>
      <header>
        <p>Lista de passageiros</p>
        <h2>{trip.title}</h2>
        <Facts facts={facts} />
        <Facts facts={about} />
      </header>
      {groups.map(({ label: heading, rows }, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two boarding points may read the same
        <Box key={group} mt={24}>
          <h3>
            {heading} ({plural(rows.length, 'pessoa')})
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a wide table */}
          <section className={styles.scroller} tabIndex={0} aria-label={heading}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map(({ key, label }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read the same
                    <th key={index} scope="col" data-column={key}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((cells, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line of paper has no other identity
                  <tr key={line}>
                    {columns.map(({ key }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above
                      <td key={index} data-column={key}>
                        {cells[index]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </Box>
      ))}
    </article>
  );
}

/** Lines may break between items, not within a number. */
function Facts({ facts }: { facts: string[] }) {
  return (
    <p>
      {facts.filter(Boolean).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </p>
  );
}
