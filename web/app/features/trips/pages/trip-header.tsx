import { Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useFormats } from '~/lib/formats';
import styles from './trip-header.module.css';
import { TripNav } from './trip-nav';
import type { TripPage } from './trip-pages';

interface TripHeaderProps {
  trip: { id: string; title: string; date: string };
  current: TripPage;
  titleRef?: Ref<HTMLHeadingElement>;
  /** Facts below the departure. */
  facts?: ReactNode;
  /** What can be done, on the right. */
  children?: ReactNode;
}

/** Top of staff's pages about one trip: links to the others, the trip, its departure, and what can be done. */
export function TripHeader({ trip, current, titleRef, facts, children }: TripHeaderProps) {
  const { formatLongDate, formatTime } = useFormats();
  return (
    <>
      <TripNav tripId={trip.id} current={current} hasDeparted={Date.parse(trip.date) <= Date.now()} />
      <header className={styles.header}>
        <div>
          <Title ref={titleRef} tabIndex={titleRef ? -1 : undefined} order={2} textWrap="balance">
            {trip.title}
          </Title>
          <p className={styles.when}>
            {formatLongDate(trip.date)}, {formatTime(trip.date)}
          </p>
          {facts}
        </div>
        {children}
      </header>
    </>
  );
}
