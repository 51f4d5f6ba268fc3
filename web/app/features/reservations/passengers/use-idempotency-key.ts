import { useRef } from 'react';

/**
 * A key under which the same thing can be sent again without happening twice: after an answer that never came, or a
 * double click. Something else gets another key.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
