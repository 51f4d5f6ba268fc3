import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiInPlace } from '../../session/api';
import { isReceiptWaiting, openCharge } from './payment-choices';

const FOLLOW_MS = 3000;
/** Of what may happen any day: money that goes back, or that comes after the end. */
const SELDOM_MS = 30_000;
/** After failures the pause doubles, up to this many times. */
const MAX_DOUBLINGS = 4;

type Changes = Partial<ReservationDetails>;

/**
 * The loaded reservation, asked for again while the page is seen, so that a payment shows without a reload: every 3 s
 * while a charge is open, the bank is asked, or a receipt waits, every 30 s while a refund is to come or after the reservation's end.
 * Quiet: failures only make it wait longer. `put` shows what an answer has just told of it; `refresh` asks now.
 */
export function useFollowedReservation(loaded: ReservationDetails) {
  const [latest, setLatest] = useState({ loaded, details: loaded });
  const details = latest.loaded === loaded ? latest.details : loaded;
  // Answers to questions that are older than the last change are dropped.
  const version = useRef(0);
  const shown = useRef({ loaded, details });
  useEffect(() => {
    if (shown.current.loaded !== loaded) version.current += 1;
    shown.current = { loaded, details };
  }, [loaded, details]);

  const put = useCallback((changes: Changes) => {
    version.current += 1;
    const { loaded: from, details: before } = shown.current;
    setLatest({ loaded: from, details: { ...before, ...changes } });
  }, []);

  const ask = useCallback(async (signal?: AbortSignal) => {
    const { loaded: from, details: before } = shown.current;
    const asked = version.current;
    const params = { reservationId: before.code };
    const response = await apiInPlace.call(reservationRoutes.read, { params, signal });
    if (!response || signal?.aborted || asked !== version.current) return;
    // The same answer again renders nothing.
    if (JSON.stringify(response) !== JSON.stringify(shown.current.details))
      setLatest({ loaded: from, details: response });
  }, []);

  useFollowing(paceOf(details), ask);
  const refresh = useCallback(() => ask().catch((error) => console.warn('Reservation not refreshed', error)), [ask]);
  return { details, put, refresh };
}

/** Milliseconds between two questions; undefined: nothing is expected. */
function paceOf(details: ReservationDetails): number | undefined {
  if (openCharge(details) !== null || isReceiptWaiting(details)) return FOLLOW_MS;
  const { state, status, refund } = details;
  if (status.key === 'bank_check') return FOLLOW_MS;
  const isRefundToCome = refund !== null && refund.state !== 'paid';
  return isRefundToCome || state === 'expired' || state === 'cancelled' ? SELDOM_MS : undefined;
}

/** Asks again and again at a pace while the page is seen and online; at once when it is seen or online again. */
function useFollowing(paceMs: number | undefined, ask: (signal: AbortSignal) => Promise<void>): void {
  useEffect(() => {
    if (paceMs === undefined) return;
    const pace = paceMs;
    const call = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isAsking = false;

    async function follow(): Promise<void> {
      clearTimeout(timer);
      if (isAsking || document.hidden || navigator.onLine === false) return;
      isAsking = true;
      failures = await ask(call.signal).then(
        () => 0,
        () => failures + 1,
      );
      isAsking = false;
      if (!call.signal.aborted) plan();
    }
    function plan(): void {
      timer = setTimeout(follow, pace * 2 ** Math.min(failures, MAX_DOUBLINGS));
    }
    const resume = () => void follow();
    const events = { signal: call.signal };
    document.addEventListener('visibilitychange', resume, events);
    window.addEventListener('focus', resume, events);
    window.addEventListener('online', resume, events);
    plan();
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [paceMs, ask]);
}
