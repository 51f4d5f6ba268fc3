import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { choiceRoutes } from '@passeio/contract/departures/choice-routes';
import { pagePaths } from '@passeio/contract/paths';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { OwnReview } from '@passeio/contract/reviews/reviews';
import { extraText } from '@passeio/contract/trips/extras';
import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { type Query, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { redirect } from 'react-router';
import { ChoiceForm, outcomeText } from '~/features/departures/choice-form';
import { hasQuestions, ReservationAnswers } from '~/features/reservations/answers/reservation-answers';
import { CancelButton, RefundHint } from '~/features/reservations/cancellation/cancel-reservation';
import { ContractSection } from '~/features/reservations/contract/contract-section';
import { CopyCode } from '~/features/reservations/copy-code';
import { ExtraList, hasExtras } from '~/features/reservations/extras/extra-list';
import { Authorizations } from '~/features/reservations/minors/authorizations';
import { hasMinors, Minors } from '~/features/reservations/minors/minors';
import { VoucherLink } from '~/features/reservations/my-reservations/links';
import { readCachedReservation, reservationOf } from '~/features/reservations/my-reservations/my-reservations';
import { WhatsAppButton } from '~/features/reservations/my-reservations/reservation-card';
import { InstalmentLines } from '~/features/reservations/payment/instalment-lines';
import { MoneyLine } from '~/features/reservations/payment/money-line';
import { isReceiptWaiting, openCharge } from '~/features/reservations/payment/payment-choices';
import { hasRooms, RoomList } from '~/features/reservations/rooms/room-list';
import { NextStep } from '~/features/reservations/status/next-step';
import { isActive } from '~/features/reservations/status/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { ReviewForm } from '~/features/reviews/review-form';
import { StarRow } from '~/features/reviews/star-row';
import { api, payerLink } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { CachedReservationsNotice } from '~/features/session/offline-notice';
import { orStored } from '~/features/session/or-stored';
import { keyOf, load, preload, queryClient, reload } from '~/features/session/queries';
import { TripPicture } from '~/features/trips/trip-picture';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import { TitledCard } from '~/ui/layout/titled-card';
import { IconLine } from '~/ui/text/icon-line';
import textStyles from '~/ui/text/text.module.css';
import type { Route } from './+types/reservation';
import { KeepLink } from './keep-link';
import styles from './my-reservations.module.css';
import { NotifyDevice } from './notify-device';
import { PaymentSection } from './payment-section';
import { boardingLines, People } from './reservation-people';
import { ReservationTimeline } from './reservation-timeline';
import { ReserveAgain } from './reserve-again';
import { SeatChoice } from './seat-choice';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Minha reserva');
export const handle = { title: ({ code }: { code: string }) => `Reserva ${code}`, hasFirstView: true };

export async function clientLoader({ params: { code } }: Route.ClientLoaderArgs) {
  try {
    const answer = preload(reservationOf(code)).then((query) => ({ query, cached: undefined }));
    return await orStored(answer, {
      readStored: async () => {
        const cached = await readCachedReservation(code);
        return cached && { query: undefined, cached };
      },
    });
  } catch (error) {
    // Somebody else's reservation is no different from none.
    if (error instanceof ApiError && error.status === 404) throw redirect('/404');
    throw error;
  }
}

export default function ReservationPage({ loaderData: { query, cached } }: Route.ComponentProps) {
  if (query) return <Followed query={query} />;
  return <CachedReservation {...cached} />;
}

/** The copy, until an answer that is late has come. */
function CachedReservation({ reservation, savedAt }: { reservation: Reservation; savedAt: string }) {
  const query = reservationOf(reservation.code);
  const hasCome = useQuery({ ...query, enabled: false }).data !== undefined;
  if (hasCome) return <Followed query={query} />;
  return (
    <>
      <CachedReservationsNotice savedAt={savedAt} />
      <ReservationView reservation={reservation} />
    </>
  );
}

/** Follows its payment while one is expected. */
export function Followed({ query }: { query: Pick<ReturnType<typeof reservationOf>, 'queryKey' | 'queryFn'> }) {
  const { data: details } = useSuspenseQuery({ ...query, refetchInterval: paceOf, refetchOnWindowFocus: 'always' });
  /** Shows what an answer has just said of it. */
  function put(changes: Partial<ReservationDetails>): void {
    queryClient.setQueryData(query.queryKey, { ...details, ...changes });
  }
  return (
    <ReservationView
      reservation={details}
      details={details}
      payment={
        <PaymentSection
          key={details.id}
          reservation={details}
          onCharged={(charge) => put({ charge })}
          onReceiptSent={(receipt) => {
            put({ receipt });
            void reload();
          }}
        />
      }
    />
  );
}

const FOLLOW_MS = 3000;
/**
 * The pace of what may happen any day: money that goes back, shares that others pay, or money that comes after the end;
 * and while the server is unavailable.
 */
const SELDOM_MS = 30_000;

/** Milliseconds between two questions, so that a payment shows without a reload. */
function paceOf({ state: { data, status } }: Query<ReservationDetails>): number | false {
  if (!data) return false;
  const isSoon =
    openCharge(data) !== null || isReceiptWaiting(data) || data.cardInReview || data.status.key === 'bank_check';
  if (isSoon) return status === 'error' ? SELDOM_MS : FOLLOW_MS;
  const isSplitDue = data.shares?.some(({ dueCents }) => dueCents > 0) ?? false;
  const isRefundToCome = data.refund !== null && data.refund.state !== 'paid';
  return (isSplitDue || isRefundToCome || data.state === 'expired' || data.state === 'cancelled') && SELDOM_MS;
}

interface ReservationViewProps {
  reservation: Reservation;
  /** What a change needs; absent offline. */
  details?: ReservationDetails;
  /** Pays for it; absent offline. */
  payment?: ReactNode;
}

/** A reservation of the user: where it stands, what to do next, its people and its price. */
function ReservationView({ reservation, details, payment }: ReservationViewProps) {
  const isCancelled = reservation.status.key === 'departure_cancelled';
  const isOver =
    !isCancelled && reservation.state === 'booked' && Date.parse(reservation.trip.returnDate) <= Date.now();
  return (
    <Grid columns="minmax(0, 3fr) minmax(18rem, 2fr)" from={62} gap={1}>
      <Standing reservation={reservation} payment={isCancelled ? undefined : payment} />
      {details && <KeepLink reservation={details} />}
      {isCancelled && (
        <TitledCard title="O que você prefere?">
          {details ? (
            <ChoiceSection reservationId={details.id} />
          ) : (
            <Text mb="md">Conecte-se à internet para escolher.</Text>
          )}
        </TitledCard>
      )}
      <People reservation={reservation} details={details} />
      {!isCancelled && details && isActive(details) && hasMinors(details) && (
        <TitledCard title="Menores de 18 anos">
          <Minors reservation={details} />
          {Date.parse(details.trip.date) > Date.now() && <Authorizations reservation={details} />}
        </TitledCard>
      )}
      {!isCancelled && details?.trip.seatChoice && isActive(details) && Date.parse(details.trip.date) > Date.now() && (
        <TitledCard title="Poltronas">
          {/* People who come or go are seated anew. */}
          <SeatChoice
            key={details.participants.map(({ id, name }) => `${id} ${name}`).join()}
            reservationId={details.id}
          />
        </TitledCard>
      )}
      <Stack gap={16}>
        {details && isActive(details) && hasQuestions(details) && (
          <TitledCard title="Perguntas">
            <ReservationAnswers reservation={details} />
          </TitledCard>
        )}
        {isActive(reservation) && !isCancelled && hasRooms({ reservation, details }) && (
          <TitledCard title="Quartos">
            <RoomList reservation={reservation} details={details} />
          </TitledCard>
        )}
        {isActive(reservation) && !isCancelled && hasExtras({ reservation, details }) && (
          <TitledCard title="Adicionais">
            <ExtraList reservation={reservation} details={details} />
          </TitledCard>
        )}
        {details && <ContractSection reservation={details} reader="client" />}
        <TitledCard title="Valores">
          <PriceLines reservation={reservation} />
        </TitledCard>
        <Stack gap={4} align="flex-start" className={styles.ending}>
          <CancelButton reservation={reservation} />
          <RefundHint reservation={reservation} />
        </Stack>
      </Stack>
      {details && isOver && (
        <TitledCard title="Como foi o passeio?">
          <ReviewSection reservationId={details.id} />
        </TitledCard>
      )}
      <ReservationTimeline reservation={reservation} isCopy={!details} />
    </Grid>
  );
}

/** Status, departure, next step, payment, boarding, code. */
function Standing({ reservation, payment }: Omit<ReservationViewProps, 'details'>) {
  const { formatLongMoment } = useFormats();
  const { status, trip, code, participants } = reservation;
  const title = useId();
  const boarding =
    isActive(reservation) && status.key !== 'departure_cancelled'
      ? boardingLines(participants, trip.boardingPoints)
      : [];
  return (
    <Card component="section" flush className={styles.standing} aria-labelledby={title} data-wide>
      <div className={styles.picture}>
        {/* Cut to a column as tall as the words beside it: a picture of the column's width would be blurred. */}
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 50rem, 1px" decorative />
      </div>
      <div className={styles.body}>
        <ReservationStatusBadge status={status} />
        <Title id={title} order={2} mt={8}>
          <a href={pagePaths.trip(trip.slug)} className={textStyles.plain}>
            {trip.title}
          </a>
        </Title>
        <IconLine icon={IconCalendar} capital mt={4}>
          {formatLongMoment(trip.date)}
        </IconLine>
        <NextStep reservation={reservation} />
        {payment}
        {boarding.length > 0 && (
          <Box mt="md">
            {boarding.map((line) => (
              <IconLine key={line} icon={IconMapPin} mt={4}>
                {line}
              </IconLine>
            ))}
          </Box>
        )}
        <Group gap="0.5rem 1.5rem" className={styles.actions} mt="md">
          <VoucherLink reservation={reservation} />
          {!payerLink() && <ReserveAgain reservation={reservation} />}
          {isActive(reservation) && <NotifyDevice />}
          <WhatsAppButton reservation={reservation} />
          <Text c="dimmed">
            Código da reserva: <CopyCode code={code} />
          </Text>
        </Group>
      </div>
    </Card>
  );
}

// Other statuses end with an answer, or their deadline has passed.
const DUE: ReadonlySet<string> = new Set(['deposit_due', 'booked', 'balance_due']);

/** The price of a reservation line by line: people with their extras, adjustments, total, and what is paid and due. */
function PriceLines({ reservation }: { reservation: Reservation }) {
  const { participants, adjustments, totalCents, depositCents, receivedCents, dueCents, status } = reservation;
  const { formatDeadline } = useFormats();
  const until = status.until && DUE.has(status.key) ? `Até ${formatDeadline(status.until)}` : undefined;
  const isDepositDue = status.key === 'deposit_due' && depositCents < totalCents;
  const { toReturnCents, retainedCents, chargedBackCents } = reservation;
  const extras = reservation.lines.filter(
    ({ kind, extraId, totalCents: cents }) => extraId !== null || (kind === 'room' && cents > 0),
  );
  return (
    <dl>
      {participants.map((person) => (
        <Fragment key={person.id}>
          <MoneyLine label={nameAmong(person, participants)} note={person.fareLabel} cents={person.priceCents} />
          {extras
            .filter(({ participantId }) => participantId === person.id)
            .map((line) => (
              <MoneyLine
                key={line.id}
                label={extraText(line)}
                note={nameAmong(person, participants)}
                cents={line.totalCents}
              />
            ))}
        </Fragment>
      ))}
      {extras
        .filter(({ participantId }) => participantId === null)
        .map((line) => (
          <MoneyLine key={line.id} label={extraText(line)} cents={line.totalCents} />
        ))}
      {adjustments.map((one) => (
        <MoneyLine key={one.id} label={labelOf(one)} note={one.reason} cents={one.amountCents} />
      ))}
      <MoneyLine label="Total" cents={totalCents} strong />
      {depositCents < totalCents && (
        <MoneyLine label="Sinal" note={isDepositDue ? until : undefined} cents={depositCents} />
      )}
      {isActive(reservation) && <InstalmentLines instalments={reservation.instalments} />}
      {receivedCents > 0 && <MoneyLine label="Já pago" cents={receivedCents} />}
      {chargedBackCents > 0 && (
        <MoneyLine label="Contestado no cartão" note="Devolvido pela operadora" cents={chargedBackCents} />
      )}
      {dueCents > 0 && (
        <MoneyLine
          label="Falta pagar"
          note={isDepositDue || reservation.instalments.length > 0 ? undefined : until}
          cents={dueCents}
          strong
        />
      )}
      {retainedCents > 0 && <MoneyLine label="Multa" note="Fica com a operadora" cents={retainedCents} />}
      {toReturnCents > 0 && <MoneyLine label="A devolver" cents={toReturnCents} strong />}
    </dl>
  );
}

function labelOf({ amountCents, isPenalty }: Reservation['adjustments'][number]): string {
  if (isPenalty) return 'Multa';
  return amountCents < 0 ? 'Desconto' : 'Acréscimo';
}

/** What the user chooses after the operator cancelled the departure of their reservation. */
function ChoiceSection({ reservationId }: { reservationId: string }) {
  const formats = useFormats();
  const input = { params: { reservationId } };
  const {
    data: choice,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...load(choiceRoutes.readChoice, input),
    // Money that comes meanwhile changes what goes back.
    refetchInterval: ({ state }) => state.data?.outcome === null && SELDOM_MS,
  });

  if (!choice) {
    if (!error || isFetching) return <p role="status">Carregando as opções…</p>;
    return (
      <Stack>
        <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
        <Button size="md" variant="default" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </Stack>
    );
  }
  if (choice.outcome !== null) {
    const { title, text } = outcomeText(choice, formats);
    return (
      <p role="status" className={textStyles.written}>
        <strong>{title}.</strong> {text}
      </p>
    );
  }
  return (
    <Stack>
      <p className={textStyles.written}>
        <strong>Motivo:</strong> {choice.reason}
      </p>
      <ChoiceForm
        choice={choice}
        send={(body) => api.call(choiceRoutes.choose, { ...input, body, toast: false })}
        // The answer is shown before anything is loaded anew.
        onChosen={(choice) => queryClient.setQueryData(keyOf(choiceRoutes.readChoice, input), choice)}
        onStale={() => void refetch()}
      />
    </Stack>
  );
}

/** On the reservation's page after the return: the payer's review, or the form for it. Nothing offline. */
function ReviewSection({ reservationId }: { reservationId: string }) {
  const input = { params: { reservationId } };
  // Without an answer the page is complete without it.
  const { data: own } = useQuery(load(reviewRoutes.readOwn, input));
  const [editing, setEditing] = useState(false);
  if (!own) return null;
  if (own.review && !editing) return <Written own={own} onEdit={() => setEditing(true)} />;
  return (
    <ReviewForm
      own={own}
      send={(body) => api.call(reviewRoutes.writeOwn, { ...input, body, toast: false })}
      onSent={() => {
        setEditing(false);
        showAlert('success', 'Avaliação enviada. Obrigado!');
      }}
    />
  );
}

function Written({ own: { review }, onEdit }: { own: OwnReview; onEdit: () => void }) {
  if (!review) return null;
  return (
    <>
      <Text c="var(--warning)" fz="xl" lts="0.1em">
        <StarRow stars={review.stars} />
      </Text>
      {review.sentence && (
        <Text mb={8} className={textStyles.written}>
          {review.sentence}
        </Text>
      )}
      {review.isPublished ? (
        <Text c="dimmed" mb="md">
          Publicada no site. Para mudar alguma coisa, fale com a gente.
        </Text>
      ) : (
        <Button size="md" variant="default" onClick={onEdit}>
          Mudar a avaliação
        </Button>
      )}
    </>
  );
}
