import { useRef } from 'react';

/**
 * Idempotency-Key of a request body: the same body gets the same key, so that a retry or a double click is executed
 * once.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
