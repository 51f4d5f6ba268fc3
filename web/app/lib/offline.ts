import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { trustedWorker } from './trusted-html';
import { whenLoaded } from './when-loaded';

/** Keeps visited pages readable without a network, by way of the service worker (service-worker.js). */
export function useOfflineCache(): void {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const opened = useRef(page);
  useEffect(() => {
    // A page that was opened as a document has passed the worker by itself, unless there was none.
    if (page !== opened.current) return cacheForOffline(page);
    return whenLoaded(() => setTimeout(register, 0, page));
  }, [page]);
}

/** Asks for a page of this site to be kept; nothing happens where there is no worker. */
export function cacheForOffline(page: string, files?: string[]): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ page, files }));
}

function register(page: string): void {
  // Only there on https and on localhost; a browser may still refuse, as in its private windows.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    cacheForOffline(page, files);
  }
  serviceWorker.register(trustedWorker()).catch((error) => console.warn('Service worker refused', error));
}
