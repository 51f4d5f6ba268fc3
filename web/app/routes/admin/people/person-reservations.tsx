import { Button, Text } from '@mantine/core';
import { reservationStates } from '@passeio/contract/reservation-states';
import type { PersonReservation, PersonReservationList } from '@passeio/contract/reservations';
import { Link } from 'react-router';
import { loadPersonReservations, openMoney } from '~/features/reservations/person-reservations';
import { reservationStatusColors } from '~/features/reservations/status-colors';
import { formatMoney, formatNumericDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { PageSection, SectionCard } from '../../area/page/page-section';
import styles from './person-lists.module.css';
import { useLoadMore } from './use-load-more';

/** The reservations of a person, the newest first. */
export function PersonReservations({ userId, first }: { userId: string; first: PersonReservationList }) {
  const { rows, hasMore, busy, showMore } = useLoadMore(first, (page) => loadPersonReservations(userId, page));
  return (
    <PageSection title="Reservas" lead={first.page.total > 0 ? 'As mais recentes primeiro.' : undefined}>
      <SectionCard>
        {rows.length === 0 ? (
          <Text c="dimmed">Nenhuma reserva até agora.</Text>
        ) : (
          <ul className={styles.list}>
            {rows.map((reservation) => (
              <li key={reservation.id}>
                <Reservation reservation={reservation} />
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <Button size="md" variant="default" loading={busy} onClick={showMore} mt="lg">
            Mostrar mais reservas
          </Button>
        )}
      </SectionCard>
    </PageSection>
  );
}

function Reservation({ reservation }: { reservation: PersonReservation }) {
  const { timeZone } = useSettings();
  const { code, status, trip, places, priceCents, receivedCents } = reservation;
  const money = openMoney(reservation);
  return (
    <article className={styles.reservation}>
      <div className={styles.trip}>
        <h3>
          <Link to={`/admin/passeios/${trip.id}/passageiros`}>{trip.title}</Link>
        </h3>
        <Text variant="hint">
          Saída em {formatNumericDate(trip.date, timeZone)} · Reserva {code}
          {places > 1 && ` · ${places} vagas`}
        </Text>
        <Text variant="hint">
          Valor: {formatMoney(priceCents)} · Recebido: {formatMoney(receivedCents)}
        </Text>
        {money && <p className={styles.open}>{money}</p>}
      </div>
      <StatusBadge color={reservationStatusColors[status]}>{reservationStates[status].label}</StatusBadge>
    </article>
  );
}
