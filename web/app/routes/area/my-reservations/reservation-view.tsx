import { Button, NativeSelect } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconCalendar, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/boarding-choice';
import { CancelButton } from '~/features/reservations/cancellation/cancel-button';
import refundHintStyles from '~/features/reservations/cancellation/cancellation.module.css';
import { CancellationDialog } from '~/features/reservations/cancellation/cancellation-dialog';
import { useQuote } from '~/features/reservations/cancellation/quote';
import { CopyCode } from '~/features/reservations/copy-code';
import { firstMessage } from '~/features/reservations/first-message';
import { NextStep } from '~/features/reservations/next-step';
import { PeopleList } from '~/features/reservations/participants/people-list';
import { isActive } from '~/features/reservations/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { VoucherLink } from '~/features/reservations/voucher/voucher-link';
import { answered, api } from '~/features/session/api';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatCalendarDate, formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ChoiceSection } from './choice-section';
import { EditablePeople } from './editable-people';
import { PriceLines } from './price-lines';
import { ReservationTimeline } from './reservation-timeline';
import styles from './reservation-view.module.css';
import { ReserveAgain } from './reserve-again';
import { ReviewSection } from './review-section';
import { SeatChoice } from './seat-choice';

const APART = 'apart';

interface PartyBoardingProps {
  reservation: Pick<Reservation, 'id' | 'participants' | 'trip'>;
  /** Resolves when the reservation is loaded anew. */
  onChanged: () => Promise<void>;
}

/** Where the whole party boards; of people who board apart, who boards where. Nothing without boarding points. */
function PartyBoarding({ reservation: { id, participants, trip }, onChanged }: PartyBoardingProps) {
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
function boardingInWords(people: Reservation['participants'], points: Reservation['trip']['boardingPoints']): string[] {
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

interface ReservationViewProps {
  reservation: Reservation;
  /** What a change needs; absent offline. */
  details?: ReservationDetails;
  /** Reloads the reservation. */
  onChanged: () => Promise<void>;
  /** Pays for it; absent offline. */
  payment?: ReactNode;
}

/** A reservation of the user: where it stands, what to do next, its people and its price. */
export function ReservationView({ reservation, details, onChanged, payment }: ReservationViewProps) {
  const isCancelled = reservation.status.key === 'departure_cancelled';
  const isOver =
    !isCancelled && reservation.state === 'booked' && Date.parse(reservation.trip.returnDate) <= Date.now();
  return (
    <div className={styles.page}>
      <Standing reservation={reservation} onChanged={onChanged} payment={isCancelled ? undefined : payment} />
      {isCancelled && (
        <Card title="O que você prefere?">
          {details ? (
            <ChoiceSection reservationId={details.id} onChosen={onChanged} />
          ) : (
            <p className={styles.fixed}>Conecte-se à internet para escolher.</p>
          )}
        </Card>
      )}
      <People reservation={reservation} details={details} onChanged={onChanged} />
      {!isCancelled && details?.trip.seatChoice && isActive(details) && Date.parse(details.trip.date) > Date.now() && (
        <Card title="Poltronas">
          {/* People who come or go are seated anew. */}
          <SeatChoice
            key={details.participants.map(({ id, name }) => `${id} ${name}`).join()}
            reservationId={details.id}
            onSaved={onChanged}
          />
        </Card>
      )}
      <div className={styles.money}>
        <Card title="Valores">
          <PriceLines reservation={reservation} />
        </Card>
        <div className={styles.ending}>
          <CancelButton reservation={reservation} onCancelled={onChanged} />
          <RefundHint key={`${reservation.receivedCents} ${reservation.totalCents}`} reservation={reservation} />
        </div>
      </div>
      {details && isOver && (
        <Card title="Como foi o passeio?">
          <ReviewSection reservationId={details.id} />
        </Card>
      )}
      <ReservationTimeline reservation={reservation} isCopy={!details} />
    </div>
  );
}

/** Status, departure, next step, payment, boarding, code. */
function Standing({ reservation, onChanged, payment }: Omit<ReservationViewProps, 'details'>) {
  const { whatsapp } = useSettings();
  const { formatNumericDate, formatLongMoment } = useFormats();
  const { status, trip, code, participants, payable } = reservation;
  const title = useId();
  return (
    <section className={styles.standing} aria-labelledby={title}>
      <div className={styles.picture}>
        {/* Cut to a column as tall as the words beside it: a picture of the column's width would be blurred. */}
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 50rem, 1px" decorative />
      </div>
      <div className={styles.words}>
        <ReservationStatusBadge status={status} />
        <h2 id={title} className={styles.trip}>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h2>
        <p className={styles.fact}>
          <IconCalendar size={18} aria-hidden />
          <span className={styles.moment}>{formatLongMoment(trip.date)}</span>
        </p>
        <NextStep reservation={reservation} onOver={onChanged} />
        {payment}
        {isActive(reservation) && status.key !== 'departure_cancelled' && (
          <div className={styles.boarding}>
            {boardingInWords(participants, trip.boardingPoints).map((line) => (
              <p key={line} className={styles.fact}>
                <IconMapPin size={18} aria-hidden />
                <span>{line}</span>
              </p>
            ))}
          </div>
        )}
        <div className={styles.actions}>
          <VoucherLink reservation={reservation} />
          <ReserveAgain reservation={reservation} />
          {whatsapp && (
            <Button
              component="a"
              href={whatsAppLink(whatsapp, firstMessage(reservation, formatNumericDate(trip.date)))}
              target="_blank"
              rel="noreferrer"
              size="md"
              variant={status.key === 'deposit_due' && !payable ? 'filled' : 'default'}
              leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
            >
              Falar no WhatsApp
            </Button>
          )}
          <p className={styles.code}>
            Código da reserva: <CopyCode code={code} />
          </p>
        </div>
      </div>
    </section>
  );
}

function People({ reservation, details, onChanged }: ReservationViewProps) {
  const { participants, changeable } = reservation;
  const { formatDeadline } = useFormats();
  const complete = participants.filter(({ missing }) => missing.length === 0).length;
  const active = isActive(reservation);
  const isCancelled = reservation.status.key === 'departure_cancelled';
  const isAhead = !isCancelled && Date.parse(reservation.trip.date) > Date.now();
  const note =
    complete === participants.length ? plural(complete, 'pessoa') : `${complete} de ${participants.length} completos`;

  const [leaving, setLeaving] = useState<string[]>();

  return (
    <Card title="Quem vai" note={active ? note : undefined}>
      {active && !changeable && !isCancelled && details && (
        <p className={styles.fixed}>
          O prazo para mudar quem viaja passou: fale com a gente.
          {isAhead && ' Os dados que faltam você ainda preenche aqui.'}
        </p>
      )}
      {details && active && isAhead ? (
        <>
          <PartyBoarding reservation={details} onChanged={onChanged} />
          <EditablePeople
            party={details}
            changeable={changeable}
            onChanged={onChanged}
            onLeaving={({ id }) => setLeaving([id])}
          />
        </>
      ) : (
        <PeopleList people={participants} isOver={!active} />
      )}
      {active && changeable && details && (
        <p className={styles.deadline}>
          Você inclui, troca e tira pessoas até {formatDeadline(reservation.changeableUntil)}.
        </p>
      )}
      {leaving && (
        <CancellationDialog
          reservation={reservation}
          leaving={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            void onChanged();
          }}
        />
      )}
    </Card>
  );
}

interface CardProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

function Card({ title, note, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <p className={styles.note}>{note}</p>}
      </header>
      {children}
    </section>
  );
}

/** "Se cancelar agora, você recebe R$ 107,40 até 30/11/2026."; nothing while that is not known. */
function RefundHint({ reservation }: { reservation: Reservation }) {
  const { id, cancellable, receivedCents } = reservation;
  const { quote } = useQuote(id, cancellable && receivedCents > 0 ? {} : null);
  if (!quote) return null;
  const { refundCents, promisedFor } = quote;
  return (
    <p className={refundHintStyles.note}>
      {promisedFor
        ? `Se cancelar agora, você recebe ${formatMoney(refundCents)} até ${formatCalendarDate(promisedFor)}.`
        : 'Se cancelar agora, não há valor a devolver.'}
    </p>
  );
}
