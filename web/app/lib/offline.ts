import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { trustedWorker } from './trusted-html';
import { whenLoaded } from './when-loaded';

/** Has the service worker (service-worker.js) cache visited pages for reading offline. */
export function useOfflineCache(): void {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const opened = useRef(page);
  useEffect(() => {
    if (page !== opened.current) return cacheForOffline(page);
    return whenLoaded(() => setTimeout(register, 0, page));
  }, [page]);
}

/** Asks the service worker to cache a page; does nothing without one. */
export function cacheForOffline(page: string, files?: string[]): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ page, files }));
}

function register(page: string): void {
  // Needs https or localhost; a browser may still refuse it, as in private windows.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!openedThroughWorker()) {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    cacheForOffline(page, files);
  }
  serviceWorker.register(trustedWorker()).catch((error) => console.warn('Service worker refused', error));
}

/** Whether the worker answered this document. A worker that has become active since controls the page as well. */
function openedThroughWorker(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => 'workerStart' in entry && entry.workerStart !== 0);
}
