import { Box, Group, Text, Title } from '@mantine/core';
import {
  IconArmchair,
  IconBed,
  IconBrandWhatsapp,
  IconCashBanknote,
  IconChecklist,
  IconClipboardCheck,
  IconHourglass,
  IconLockCheck,
  IconPencil,
  IconStar,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { mayOpen } from '~/features/session/user-store';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import sections from '~/ui/navigation/section-nav.module.css';
import text from '~/ui/text/text.module.css';
import styles from './trip-header.module.css';

/** Staff's pages about one trip, in the order in which they are listed. */
export const tripPages = {
  passengers: { label: 'Passageiros', icon: IconUsers, path: tripPaths.passengers },
  seats: { label: 'Poltronas', icon: IconArmchair, path: tripPaths.seats },
  rooms: { label: 'Quartos', icon: IconBed, path: tripPaths.rooms },
  boarding: { label: 'Embarque', icon: IconChecklist, path: tripPaths.boarding },
  finalManifest: { label: 'Lista final', icon: IconClipboardCheck, path: tripPaths.finalManifest },
  waiting: { label: 'Lista de espera', icon: IconHourglass, path: tripPaths.waiting },
  money: { label: 'Financeiro', icon: IconCashBanknote, path: tripPaths.money },
  messages: { label: 'Mensagens', icon: IconBrandWhatsapp, path: tripPaths.messages },
  settlementReport: { label: 'Fechamento', icon: IconLockCheck, path: tripPaths.settlementReport },
  reviews: { label: 'Avaliações', icon: IconStar, path: tripPaths.reviews },
  edit: { label: 'Editar', icon: IconPencil, path: tripPaths.edit },
};

type TripPage = keyof typeof tripPages;

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
      <Group component="header" gap="1rem 2rem" align="end" justify="space-between" mb="1.25rem">
        <Box miw={0}>
          <Title ref={titleRef} tabIndex={titleRef ? -1 : undefined} order={2} textWrap="balance">
            {trip.title}
          </Title>
          <Text c="dimmed" mt={4} className={text.capital}>
            {formatLongDate(trip.date)}, {formatTime(trip.date)}
          </Text>
          {facts}
        </Box>
        {children}
      </Group>
    </>
  );
}

interface TripNavProps {
  tripId: string;
  current: TripPage;
  /** The settlement report and reviews come after the departure. */
  hasDeparted?: boolean;
}

const afterDeparture = new Set(['settlementReport', 'reviews']);

/** Links between staff's pages about one trip; on a phone a row that scrolls sideways to the current page. */
export function TripNav({ tripId, current, hasDeparted = false }: TripNavProps) {
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, []);
  const shown = Object.entries(tripPages).filter(
    ([page, { path }]) => (hasDeparted || !afterDeparture.has(page)) && mayOpen(path(tripId)),
  );
  // A guide opens the boarding alone.
  if (shown.length < 2) return null;
  return (
    <nav aria-label="Passeio" className={styles.nav}>
      <ul ref={row} className={sections.strip}>
        {shown.map(([page, { label, icon: Icon, path }]) => (
          <li key={page}>
            <Link to={path(tripId)} aria-current={page === current ? 'page' : undefined}>
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
