import { apiPaths } from '@passeio/contract/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiInPlace } from '../../session/api';
import { type ClientReservationDetails, clientReservationDetails } from '../client-reservation';
import { isReceiptWaiting, openCharge } from './payment-choices';

const FOLLOW_MS = 3000;
/** After failures the pause doubles, up to this many times. */
const MAX_DOUBLINGS = 4;

type Changes = Partial<ClientReservationDetails>;

/**
 * The loaded reservation, asked for again every 3 s while a charge is open or a receipt waits and the page is seen, so
 * that a payment shows without a reload. Quiet: failures only make it wait longer. `put` shows what an answer has just
 * told of it; `refresh` asks now.
 */
export function useFollowedReservation(loaded: ClientReservationDetails) {
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
    const answer = await apiInPlace.get(apiPaths.reservation(before.code), clientReservationDetails, { signal });
    if (!answer || signal?.aborted || asked !== version.current) return;
    // The same answer again renders nothing.
    if (JSON.stringify(answer) !== JSON.stringify(shown.current.details)) setLatest({ loaded: from, details: answer });
  }, []);

  useFollowing(openCharge(details) !== null || isReceiptWaiting(details), ask);
  const refresh = useCallback(() => ask().catch((error) => console.warn('Reservation not refreshed', error)), [ask]);
  return { details, put, refresh };
}

/** Asks again and again while `isWaiting` and the page is seen and online; at once when it is seen or online again. */
function useFollowing(isWaiting: boolean, ask: (signal: AbortSignal) => Promise<void>): void {
  useEffect(() => {
    if (!isWaiting) return;
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
      timer = setTimeout(follow, FOLLOW_MS * 2 ** Math.min(failures, MAX_DOUBLINGS));
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
  }, [isWaiting, ask]);
}
