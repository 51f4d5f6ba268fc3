import { ActionIcon, Box, Loader, Text, Title } from '@mantine/core';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { plural } from '@passeio/contract/words';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import { Rows } from '~/ui/layout/rows';
import { DepartureRow } from './departure-row';
import styles from './departures.module.css';

const DATES_SHOWN = 100;

interface SeriesRowProps {
  /** The next departure. */
  next: Departure;
  series: NonNullable<Departure['series']>;
  /** The month that is listed. */
  month: string | undefined;
  today: string;
}

/** A trip of many dates: the next, how full all are, and on demand each of them. */
export function SeriesRow({ next, series, month, today }: SeriesRowProps) {
  const { formatShortDate, formatTime, formatNumericDate } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { title, date, capacity, booked, heldPlaces } = next;
  return (
    <li>
      <article className={styles.departure} aria-labelledby={`serie-${series.id}`}>
        <header className={styles.line}>
          <Title order={2} id={`serie-${series.id}`} className={styles.title}>
            <span>{title}</span>
          </Title>
          <p className={`${styles.detail} ${styles.date}`}>
            {formatShortDate(date)}, {formatTime(date)}
          </p>
          <p className={styles.state}>
            {series.dates} datas, até {formatNumericDate(series.to)}
          </p>
          <div className={styles.places}>
            <p>
              {booked.places + heldPlaces} de {capacity} na próxima
            </p>
            <p className={styles.detail}>
              {series.placesTaken} de {series.capacity} em todas
            </p>
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            radius="xl"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={`Datas: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </header>
        {isOpen && (
          <Box className={styles.dates}>
            <Dates title={title} seriesId={series.id} month={month} today={today} />
          </Box>
        )}
      </article>
    </li>
  );
}

interface DatesProps extends Pick<SeriesRowProps, 'month' | 'today'> {
  title: string;
  seriesId: string;
}

function Dates({ title, seriesId, month, today }: DatesProps) {
  const { data, error } = useQuery(load(departureRoutes.list, { query: { seriesId, month, size: DATES_SHOWN } }));
  if (error) return <Card tone="warning">Não conseguimos abrir as datas. Recolha e tente de novo.</Card>;
  if (!data) return <Loader size="sm" m="sm" aria-label="Abrindo as datas" />;
  const left = data.total - data.data.length;
  return (
    <>
      <Rows plain aria-label={`Datas de ${title}`}>
        {data.data.map((departure) => (
          <DepartureRow key={departure.id} departure={departure} today={today} isOpen={false} isOfSeries />
        ))}
      </Rows>
      {left > 0 && (
        <Text variant="hint" p="xs">
          E mais {plural(left, 'data')}. Escolha um mês para ver as dele.
        </Text>
      )}
    </>
  );
}
