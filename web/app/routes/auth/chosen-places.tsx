import { Text } from '@mantine/core';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { capitalised, plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PendingEnrolment, readPendingEnrolment } from '~/features/reservations/pending-enrolment';
import { publicApi } from '~/features/session/api';
import { closedReasonOf } from '~/features/trips/join-button';
import { readChoice } from '~/features/trips/party';
import { formatMoney, useFormats } from '~/lib/formats';
import styles from './auth.module.css';

/** The places that a visitor chose on the portal, with their trip as it is now. */
export interface ChosenPlaces {
  trip: Trip;
  choice: Enrolment;
}

/** Undefined while it is not known, null if no places were chosen in this browser. */
export function useChosenPlaces(): ChosenPlaces | null | undefined {
  // The server renders the page without it.
  const [pending, setPending] = useState<PendingEnrolment | null>();
  useEffect(() => setPending(readPendingEnrolment() ?? null), []);
  const slug = pending?.trip.slug ?? '';
  const { data: trip, error } = useQuery({
    queryKey: ['chosen-places', slug],
    queryFn: async ({ signal }) => (await publicApi.call(tripRoutes.read, { params: { id: slug }, signal })) ?? null,
    enabled: slug !== '',
  });
  if (pending === null || trip === null || error) return null;
  return pending && trip ? { trip, choice: pending.choice } : undefined;
}

/** Why these places cannot be held without an account; undefined if they can. */
export function refusalOf({ trip, choice }: ChosenPlaces): string | undefined {
  const { blockedReason, soldOutReason } = readChoice(trip, choice);
  return closedReasonOf(trip) ?? blockedReason ?? soldOutReason;
}

/** Trip, party and price. */
export function ChosenPlacesCard({ trip, choice }: ChosenPlaces) {
  const { formatLongMoment } = useFormats();
  const { party, quote, offered } = readChoice(trip, choice);
  const people = party.map(({ fareId, count }) => {
    const label = offered.find(({ id }) => id === fareId)?.label ?? '';
    return `${count} × ${label}`;
  });
  return (
    <section className={styles.chosen} aria-label="O que você escolheu">
      <strong>{trip.title}</strong>
      <Text c="dimmed">{capitalised(formatLongMoment(trip.date))}</Text>
      <Text mt={4}>
        {people.join(', ') || plural(quote.people, 'pessoa')} · <strong>{formatMoney(quote.totalCents)}</strong>
        {quote.depositCents > 0 &&
          quote.depositCents < quote.totalCents &&
          `, sinal ${formatMoney(quote.depositCents)}`}
      </Text>
      <Text fz="sm" c="var(--warning)" mt={4}>
        As vagas ainda não estão guardadas.
      </Text>
    </section>
  );
}
