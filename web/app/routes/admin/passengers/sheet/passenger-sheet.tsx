import { Box } from '@mantine/core';
import type { PassengerSheet } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { Fragment } from 'react';
import { formatCalendarDate } from '~/lib/formats';
import styles from './passenger-sheet.module.css';

/** More columns than this need landscape. */
const MOST_UPRIGHT_COLUMNS = 7;

/** The printed passenger list: grouped by boarding point or reservation, headers on every page. */
export function PassengerSheetView({ sheet: { operator, trip, columns, groups, total } }: { sheet: PassengerSheet }) {
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
        <h2 className={styles.title}>{trip.title}</h2>
        <Facts facts={facts} />
        <Facts facts={about} />
      </header>
      {groups.map(({ label: heading, rows }, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two boarding points may read the same
        <Box key={group} mt={24}>
          <h3 className={styles.point}>
            {heading} ({plural(rows.length, 'pessoa')})
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a wide table */}
          <section className={styles.scroller} tabIndex={0} aria-label={heading}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map(({ key, label }) => (
                    <th key={key} scope="col" data-column={key}>
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
                      <td key={key} data-column={key}>
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
