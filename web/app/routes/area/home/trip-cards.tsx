import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { partyLabel } from '@passeio/contract/reservations/party-label';
import type { Enrolment, Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { requiredOf, takersIn } from '@passeio/contract/trips/extra-rules';
import type { Trip } from '@passeio/contract/trips/trips';
import { IconCircleCheck, IconMap2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { PayLink } from '~/features/reservations/my-reservations/links';
import { activeReservationIn } from '~/features/reservations/my-reservations/my-reservations';
import { savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { CouponField } from '~/features/trips/coupon-field';
import { extrasText, readChoiceWithExtras, withFirstExtras } from '~/features/trips/extras';
import { JoinButton } from '~/features/trips/join-button';
import { readChoice, withCoupon } from '~/features/trips/party';
import { BalanceLine, PolicyLine } from '~/features/trips/party-picker';
import { instalmentsNow } from '~/features/trips/payment-plan';
import { type TripTerms, termsOf } from '~/features/trips/terms';
import { cardImage, TripPicture } from '~/features/trips/trip-picture';
import { useSavedChoice } from '~/features/trips/use-saved-choice';
import type { ApiError } from '~/lib/api';
import { formatMoney, formatPlacesLeft, formatPrices, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import text from '~/ui/text/text.module.css';
import { useJoining } from '../page/use-joining';
import styles from './home.module.css';

interface PendingEnrolmentCardProps {
  trip: Trip;
  choice: Enrolment;
  onDropped: () => void;
}

/** The pending enrolment: reserve it or wait for it, change it on the trip's page, or dismiss it. */
export function PendingEnrolmentCard({ trip, choice: saved, onDropped }: PendingEnrolmentCardProps) {
  const { formatLongDate, formatTime } = useFormats();
  const joining = useJoining();
  const { timeZone } = useSettings();
  const [{ choice, notice }, setRevised] = useState({ choice: withFirstExtras(trip, saved), notice: '' });
  const chosen = useSavedChoice({ trip, choice });
  const { coupon, isOutdated, soldOutReason } = chosen;
  const terms = { ...chosen.terms, instalments: instalmentsNow(trip, timeZone, Date.now()) };
  const quote = withCoupon(chosen.quote, coupon.applied, terms.depositPercent);

  async function settle() {
    const settled = await chosen.settle();
    return settled && { choice: choice || settled.coupon ? { ...choice, ...settled } : undefined };
  }

  async function showRefusal(error: ApiError): Promise<void> {
    const revised = await chosen.revise(error);
    if (!revised) return;
    const left = { ...choice, extras: revised.chosen };
    setRevised({ choice: left, notice: revised.notice });
    savePendingEnrolment(trip, left);
  }

  return (
    <Card component="section" flush className={`${styles.banner} ${styles.pending}`} aria-labelledby="desejo">
      <div className={styles.picture}>
        <TripPicture image={cardImage(trip)} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={styles.body}>
        <h2 id="desejo" className={styles.title}>
          <Text span display="block" c="var(--accent-text)" fz="sm" fw={700} lh={1.6}>
            {soldOutReason ? 'Você quer ir: ' : 'Você está reservando: '}
          </Text>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h2>
        <Text mt={6} className={text.capital}>
          {formatLongDate(trip.date)}, às {formatTime(trip.date)}
        </Text>
        {isOutdated ? (
          <Text fw={600} mt={6}>
            {OUTDATED}
          </Text>
        ) : (
          <>
            <ChoiceText choice={{ ...chosen, quote }} trip={trip} terms={terms} />
            {chosen.quote.totalCents > 0 && !soldOutReason && <CouponField coupon={coupon} />}
            <div role="alert">{notice && <FormNotice>{notice}</FormNotice>}</div>
          </>
        )}
        <Group gap="0.5rem 0.75rem" align="flex-start" my="md">
          {!isOutdated && (
            <JoinButton
              trip={trip}
              joining={joining}
              {...chosen}
              settle={settle}
              showRefusal={showRefusal}
              label="Concluir reserva"
            />
          )}
          <Button component="a" href={pagePaths.trip(trip.slug)} size="md" variant="default">
            {isOutdated ? 'Escolher de novo' : 'Mudar'}
          </Button>
          <Button size="md" variant="subtle" onClick={onDropped}>
            Agora não
          </Button>
        </Group>
        {!isOutdated && <PolicyLine />}
      </div>
    </Card>
  );
}

const OUTDATED = 'As tarifas ou os pontos de embarque mudaram depois da sua escolha.';

interface ChoiceTextProps {
  choice: ReturnType<typeof readChoiceWithExtras>;
  trip: Trip;
  terms: TripTerms;
}

/** Who goes and where they board, as "2 adultos, 1 criança · embarque 05:30 Varginha"; the price. */
function ChoiceText({ choice, trip, terms }: ChoiceTextProps) {
  const { offered, party, boardingPoint, quote, roomsLabel } = choice;
  const boarding = boardingPoint && `embarque ${boardingPoint.time} ${boardingPoint.place}`;
  return (
    <>
      <Text fw={600} mt={6}>
        {[partyLabel(offered, party), roomsLabel, extrasText(quote), boarding].filter(Boolean).join(' · ')}
      </Text>
      <Text mt={6}>
        Total <strong>{formatMoney(quote.totalCents)}</strong>
        {quote.depositCents > 0 && terms.balanceDue && ` · Sinal ${formatMoney(quote.depositCents)}`}
        <Text span display="block" c="dimmed">
          {formatPlacesLeft(trip.placesLeft)}
        </Text>
      </Text>
      {quote.totalCents > 0 && <BalanceLine quote={quote} terms={terms} />}
    </>
  );
}

interface TripsToJoinProps {
  trips: Trip[];
  reservations: Reservation[];
  waiting: WaitingListEntry[];
  lead?: string | undefined;
}

/** Trips on sale. */
export function TripsToJoin({ trips, reservations, waiting, lead }: TripsToJoinProps) {
  if (trips.length === 0) {
    return (
      <EmptyState
        icon={IconMap2}
        title="Ainda não há passeios marcados"
        text="Assim que uma nova data abrir, ela aparece aqui."
      />
    );
  }
  return (
    <section className={styles.trips} aria-labelledby="proximos-passeios">
      <Title id="proximos-passeios" order={2} lh={1.6}>
        Próximos passeios
      </Title>
      {lead && (
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
      <Grid component="ul" className={styles.cards} min="17.5rem" gap={1.25}>
        {trips.map((one) => (
          <li key={one.id}>
            <JoinCard
              trip={one}
              reservation={activeReservationIn(reservations, one.id)}
              waiting={waiting.find(({ trip: { id } }) => id === one.id)}
            />
          </li>
        ))}
      </Grid>
      <Button component="a" href="/portal/passeio" variant="default" size="md">
        Ver todos os passeios
      </Button>
    </section>
  );
}

interface JoinCardProps {
  trip: Trip;
  /** The user's reservation in the trip. */
  reservation: Reservation | undefined;
  /** The user's place in its waiting list. */
  waiting: WaitingListEntry | undefined;
}

/** A trip with a button to join it. */
function JoinCard({ trip, reservation, waiting }: JoinCardProps) {
  const { formatShortDate, formatTime } = useFormats();
  const title = useId();
  const joining = useJoining();
  const settings = useSettings();
  const choice = readRequired(trip, termsOf(trip, settings, Date.now()));
  const { price, childPrice } = formatPrices(trip);
  return (
    <Card component="article" flush className={styles.trip} aria-labelledby={title}>
      <div className={styles.top}>
        <TripPicture image={cardImage(trip)} sizes="(min-width: 48em) 24rem, 92vw" />
      </div>
      <Stack gap={6} p="md">
        <Text c="var(--accent-text)" fz="sm" fw={600} className={text.capital}>
          {formatShortDate(trip.date)}, {formatTime(trip.date)}
        </Text>
        <Title id={title} order={3} flex={1}>
          <a href={pagePaths.trip(trip.slug)} className={text.plain}>
            {trip.title}
          </a>
        </Title>
        <Group component="p" justify="space-between" align="baseline" gap="4px 12px" mb={8}>
          <strong>{price}</strong>
          {childPrice && (
            <Text span variant="hint">
              {childPrice}
            </Text>
          )}
          <Text span fz={15} {...(trip.placesLeft <= 5 ? { fw: 600 } : { c: 'dimmed' })}>
            {formatPlacesLeft(trip.placesLeft)}
          </Text>
        </Group>
        {reservation ? (
          <Joined reservation={reservation} />
        ) : (
          <>
            {choice.required && (
              <Text variant="hint" mb={8}>
                Com {choice.required}: <strong>{formatMoney(choice.quote.totalCents)}</strong>
              </Text>
            )}
            <JoinButton trip={trip} joining={joining} place={waiting} {...choice} />
          </>
        )}
      </Stack>
    </Card>
  );
}

/** A place for one adult, with the extras that the trip requires: others are chosen on its page. */
function readRequired(trip: Trip, terms: TripTerms) {
  const { offered, party } = readChoice(trip, undefined);
  const extras = requiredOf(trip.extras, takersIn(offered, party)).map(({ extra, quantity }) => ({
    extraId: extra.id,
    count: quantity,
  }));
  const choice = readChoiceWithExtras({ ...trip, ...terms }, { extras });
  const { totalCents } = choice.quote;
  const { rooms } = choice;
  const enrolment = extras.length > 0 || rooms ? { party, acceptedPolicy: true, extras, rooms, totalCents } : undefined;
  return { ...choice, required: extrasText(choice.quote), settle: async () => ({ choice: enrolment }) };
}

function Joined({ reservation }: { reservation: Reservation }) {
  return (
    <>
      <Group component="p" gap={8} wrap="nowrap" mih={42} c="dimmed">
        <IconCircleCheck size={20} color="var(--accent-text)" aria-hidden />
        <span>
          Você já tem uma reserva.{' '}
          <Link to={pagePaths.reservation(reservation.code)} className={styles.more}>
            Ver reserva
          </Link>
        </span>
      </Group>
      <PayLink reservation={reservation} />
    </>
  );
}
