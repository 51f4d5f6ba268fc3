import { NativeSelect } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/boarding-choice';
import { answered, api } from '~/features/session/api';
import styles from './reservation-view.module.css';

const APART = 'apart';

interface PartyBoardingProps {
  reservation: Pick<Reservation, 'id' | 'participants' | 'trip'>;
  /** Resolves when the reservation is loaded anew. */
  onChanged: () => Promise<void>;
}

/** Where the whole party boards; of people who board apart, who boards where. Nothing without boarding points. */
export function PartyBoarding({ reservation: { id, participants, trip }, onChanged }: PartyBoardingProps) {
  const { chosen, choose } = useBoardingChoice({
    save: async (boardingPointId) => {
      const call = { params: { reservationId: id }, body: { boardingPointId } };
      await answered(api.callUnchecked(reservationRoutes.changeBoarding, call));
    },
    saved: 'Embarque alterado.',
    onChanged,
  });
  if (trip.boardingPoints.length === 0) return null;
  const [point = '', ...others] = new Set(participants.map(({ boardingPointId }) => boardingPointId ?? ''));
  const isApart = others.length > 0;
  return (
    <NativeSelect
      className={styles.choice}
      size="md"
      label="Ponto de embarque"
      description={
        isApart
          ? boardingInWords(participants, trip.boardingPoints).map((line) => (
              <span key={line} className={styles.apart}>
                {line}
              </span>
            ))
          : participants.length > 1 && 'Vale para todas as pessoas da reserva'
      }
      data={[
        ...(isApart ? [{ value: APART, label: 'Pontos diferentes', disabled: true }] : []),
        ...boardingOptions(trip.boardingPoints),
      ]}
      value={chosen ?? (isApart ? APART : point)}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/**
 * Where and when the people of a reservation board, a line per boarding point, as "Embarque às 05:30, Rodoviária".
 * Names follow where not all board together. Empty for a trip without boarding points.
 */
export function boardingInWords(
  people: Reservation['participants'],
  points: Reservation['trip']['boardingPoints'],
): string[] {
  if (points.length === 0) return [];
  const chosen = points.filter(({ id }) => people.some((one) => one.boardingPointId === id));
  const undecided = people.filter((one) => !points.some(({ id }) => id === one.boardingPointId));
  const isTogether = chosen.length + (undecided.length > 0 ? 1 : 0) === 1;
  const names = (those: typeof people) =>
    isTogether ? '' : `: ${those.map((one) => nameAmong(one, people)).join(', ')}`;
  return [
    ...chosen.map(({ id, time, place }) => {
      const boarding = people.filter((one) => one.boardingPointId === id);
      return `Embarque às ${time}, ${place}${names(boarding)}`;
    }),
    ...(undecided.length > 0 ? [`Embarque a combinar${names(undecided)}`] : []),
  ];
}
