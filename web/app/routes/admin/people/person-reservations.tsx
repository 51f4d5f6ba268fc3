import { Button, Text } from '@mantine/core';
import type { PersonReservation, PersonReservationList } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { moneyWords } from '~/features/reservations/passengers/passenger-labels';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { isActive } from '~/features/reservations/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { answered, api } from '~/features/session/api';
import { formatMoney, formatNumericDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { PageSection, SectionCard } from '../../area/page/page-section';
import styles from './person-lists.module.css';
import { useLoadMore } from './use-load-more';

/** The reservations of a person, the newest first. */
export function PersonReservations({ userId, first }: { userId: string; first: PersonReservationList }) {
  const { rows, hasMore, isPending, showMore } = useLoadMore(first, (page) =>
    answered(api.call(staffReservationRoutes.listOfPerson, { params: { userId }, query: { page } })),
  );
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
          <Button size="md" variant="default" loading={isPending} onClick={showMore} mt="lg">
            Mostrar mais reservas
          </Button>
        )}
      </SectionCard>
    </PageSection>
  );
}

function Reservation({ reservation }: { reservation: PersonReservation }) {
  const { timeZone } = useSettings();
  const { id, code, status, trip, people, totalCents, receivedCents, chat } = reservation;
  const money = moneyWords(reservation);
  return (
    <article className={styles.reservation}>
      <div className={styles.trip}>
        <h3>
          <Link to={reservationPath({ tripId: trip.id, id })}>{trip.title}</Link>
        </h3>
        <Text variant="hint">
          Saída em {formatNumericDate(trip.date, timeZone)} · Reserva {code} · {plural(people, 'pessoa')}
        </Text>
        <Text variant="hint">
          Valor: {formatMoney(totalCents)} · Recebido: {formatMoney(receivedCents)}
        </Text>
        {money && <p className={styles.open}>{money}</p>}
      </div>
      <div className={styles.standing}>
        <ReservationStatusBadge status={status} />
        {(isActive(reservation) || chat.refund) && (
          <WhatsAppAnchor facts={chat} to={chat.payer} className={styles.contact} />
        )}
      </div>
    </article>
  );
}
