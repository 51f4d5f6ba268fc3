import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborted when the client's connection closes: one signal for all requests that came on it. */
export function closeSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once('close', () => closing.abort());
  signals.set(socket, closing.signal);
  return closing.signal;
}
