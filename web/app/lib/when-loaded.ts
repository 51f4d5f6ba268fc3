/** Calls `start` after the window's load event; returns a function that cancels it. */
export function whenLoaded(start: () => void): () => void {
  if (document.readyState === 'complete') {
    start();
    return () => {};
  }
  window.addEventListener('load', start, { once: true });
  return () => window.removeEventListener('load', start);
}
