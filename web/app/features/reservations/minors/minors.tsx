import { Text } from '@mantine/core';
import { statementMeans } from '@passeio/contract/reservations/minor-statement';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { StatementForm } from './statement-form';

/** Whether a minor travels of whom nobody has said that they may. */
function asksStatement({ participants }: Pick<ReservationDetails, 'participants'>): boolean {
  return participants.some(({ missing }) => missing.includes('minorStatement'));
}

/** Whether there is anything to say or to ask of the minors of a reservation. */
export function hasMinors(reservation: ReservationDetails): boolean {
  return (
    reservation.minorStatement !== null ||
    asksStatement(reservation) ||
    reservation.participants.some(({ minor }) => minor !== null)
  );
}

interface MinorsProps {
  reservation: ReservationDetails;
  forStaff?: boolean;
}

/** The statement of the adult who is responsible for the minors of a reservation, or the form for it. */
export function Minors({ reservation, forStaff }: MinorsProps) {
  const { formatMoment } = useFormats();
  const { id, minorStatement: said, payer } = reservation;
  if (said) {
    const how = statementMeans[said.means as keyof typeof statementMeans] ?? '';
    return (
      <>
        <Text>
          Declaração de <strong>{said.name}</strong> em {formatMoment(said.at)}
          {how && `, ${how}`}.
        </Text>
        <Text variant="hint" mt={4}>
          “{said.text}”
        </Text>
      </>
    );
  }
  if (!asksStatement(reservation)) return null;
  return (
    <StatementForm
      name={forStaff ? '' : payer.name}
      forStaff={forStaff ?? false}
      save={(body) => api.callUnchecked(reservationRoutes.stateForMinors, { params: { reservationId: id }, body })}
    />
  );
}
