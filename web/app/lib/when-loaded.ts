/** Calls `start` once the page has all that it came with; answers how to give up waiting. */
export function whenLoaded(start: () => void): () => void {
  if (document.readyState === 'complete') {
    start();
    return () => {};
  }
  window.addEventListener('load', start, { once: true });
  return () => window.removeEventListener('load', start);
}
