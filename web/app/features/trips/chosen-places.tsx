import { Button, Text } from '@mantine/core';
import { totalOf } from '@passeio/contract/lines';
import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { capitalised, plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import {
  type PendingEnrolment,
  readPendingEnrolment,
  savePendingEnrolment,
} from '~/features/session/remembered/pending-enrolment';
import { formatMoney, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import styles from './chosen-places.module.css';
import { extrasOnSale, extrasText, readChoiceWithExtras, withFirstExtras } from './extras';
import { closedReasonOf } from './join-button';
import { type AppliedCoupon, readChoice, withCoupon } from './party';
import { instalmentsText } from './party-picker';
import { instalmentsNow } from './payment-plan';
import { termsOf } from './terms';

/** The places that a visitor chose on the portal, with their trip as it is now. */
export interface ChosenPlaces {
  trip: Trip;
  choice: Enrolment;
}

/**
 * The chosen places: undefined while they are not known, null if none were chosen in this browser. `keepExtras`: keeps
 * other extras in their place, and reads the trip again. `keepCoupon`: keeps a coupon, or none, with them.
 */
export function useChosenPlaces() {
  // The server renders the page without it.
  const [pending, setPending] = useState<PendingEnrolment | null>();
  useEffect(() => setPending(readPendingEnrolment() ?? null), []);
  const slug = pending?.trip.slug ?? '';
  const {
    data: trip,
    error,
    refetch,
  } = useQuery({
    queryKey: ['chosen-places', slug],
    queryFn: ({ signal }) => api.call(tripRoutes.read, { params: { id: slug }, signal, session: 'none' }),
    enabled: slug !== '',
  });
  function keepExtras(extras: ChosenExtra[]): void {
    if (!pending) return;
    const changed = { ...pending, choice: { ...pending.choice, extras } };
    savePendingEnrolment(changed.trip, changed.choice);
    setPending(changed);
    void refetch();
  }

  const keepCoupon = useCallback((coupon: string | undefined) => {
    const found = readPendingEnrolment();
    if (found && (found.choice?.coupon ?? undefined) !== coupon)
      savePendingEnrolment(found.trip, { ...found.choice, coupon });
  }, []);
  return { chosen: placesIn(pending, error ? null : trip), reload: () => void refetch(), keepExtras, keepCoupon };
}

function placesIn(
  pending: PendingEnrolment | null | undefined,
  trip: Trip | null | undefined,
): ChosenPlaces | null | undefined {
  if (pending === null || trip === null) return null;
  return pending && trip ? { trip, choice: withFirstExtras(trip, pending.choice) } : undefined;
}

/** Why these places can neither be held nor waited for without an account; undefined if they can. */
export function refusalOf({ trip, choice }: ChosenPlaces): string | undefined {
  return closedReasonOf(trip) ?? readChoice(trip, choice).blockedReason;
}

// Most reserve what they chose on the trip's page.
const ChosenExtras = lazy(() => import('./chosen-extras'));

interface ChosenPlacesCardProps extends ChosenPlaces {
  coupon?: AppliedCoupon | undefined;
  /** Why the places are gone by now, as the API says. */
  goneReason?: string | undefined;
  /** Called with other extras. */
  onExtras: (extras: ChosenExtra[]) => void;
}

/** Trip, party and price, with what a coupon takes off. */
export function ChosenPlacesCard({ trip, choice, coupon, goneReason, onExtras }: ChosenPlacesCardProps) {
  const [isChanging, setChanging] = useState(false);
  const { formatLongMoment } = useFormats();
  const settings = useSettings();
  const terms = termsOf(trip, settings, Date.now());
  const { party, quote: full, offered, roomsLabel, ...read } = readChoiceWithExtras({ ...trip, ...terms }, choice);
  const soldOutReason = read.soldOutReason ?? goneReason;
  // Nothing is paid while one waits.
  const isWaiting = soldOutReason !== undefined;
  const quote = withCoupon(full, coupon, terms.depositPercent);
  const takenOff = -totalOf(full.lines.filter(({ kind }) => kind === 'discount'));
  const extras = extrasText(full);
  const hasExtras = !isWaiting && extrasOnSale(trip, Date.now()).length > 0;
  const people = party.map(({ fareId, count }) => {
    const label = offered.find(({ id }) => id === fareId)?.label ?? '';
    return `${count} × ${label}`;
  });
  return (
    <section className={styles.chosen} aria-label="O que você escolheu">
      <strong>{trip.title}</strong>
      <Text c="dimmed">{capitalised(formatLongMoment(trip.date))}</Text>
      <Text mt={4}>
        {people.join(', ') || plural(full.people, 'pessoa')}
        {roomsLabel && `, ${roomsLabel}`}
        {extras && `, ${extras}`} · <strong>{formatMoney(quote.totalCents)}</strong>
        {!isWaiting &&
          quote.depositCents > 0 &&
          quote.depositCents < quote.totalCents &&
          `, sinal${trip.onRequest ? '' : ' agora'} ${formatMoney(quote.depositCents)}`}
      </Text>
      {!isWaiting && terms.balanceDue && (
        <Text c="dimmed">{instalmentsText(quote, instalmentsNow(trip, settings.timeZone, Date.now()))}</Text>
      )}
      {takenOff > 0 && <Text fz="sm">Com {formatMoney(takenOff)} de desconto.</Text>}
      {hasExtras && !isChanging && (
        <Button variant="subtle" size="compact-md" px={0} mih={44} onClick={() => setChanging(true)}>
          Mudar os adicionais
        </Button>
      )}
      {isChanging && (
        <Suspense>
          <ChosenExtras trip={trip} choice={choice} onChange={onExtras} />
        </Suspense>
      )}
      <Text fz="sm" c="var(--warning)" mt={4}>
        {isWaiting ? `${soldOutReason} Você entra na lista de espera.` : 'As vagas ainda não estão guardadas.'}
      </Text>
    </section>
  );
}
