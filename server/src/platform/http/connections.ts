import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** At most so many connections are open; those that wait for another request make room for new ones. */
const MAX_CONNECTIONS = 2_000;
// A browser sends one request after the other. Each that waits takes some kilobytes.
const MOST_UNANSWERED = 50;
// Who neither sends nor reads anything for so long is gone.
const SILENCE_MS = 120_000;

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

/**
 * Counts the requests of each connection that are not answered yet, and closes a connection that sends on and on without
 * waiting for answers.
 */
export class Connections {
  readonly #unanswered = new Map<Socket, number>();
  #onAnswered: (socket: Socket) => void = () => {};

  constructor(server: Server) {
    server.maxConnections = MAX_CONNECTIONS;
    server.setTimeout(SILENCE_MS);
    server.on('drop', () => server.closeIdleConnections());
    server.on('connection', (socket: Socket) => {
      this.#unanswered.set(socket, 0);
      socket.once('close', () => this.#unanswered.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      // What else came with the request that was one too many.
      if (socket.destroyed) return;
      this.#count(socket, 1);
      response.once('close', () => {
        this.#count(socket, -1);
        this.#onAnswered(socket);
      });
    });
  }

  /** Connections on which every request has been answered. */
  idle(): Socket[] {
    return [...this.#unanswered].filter(([, count]) => count === 0).map(([socket]) => socket);
  }

  /** `listener` is called whenever an answer has been sent or cut off, and whether that was the last one of its connection. */
  onAnswered(listener: (socket: Socket, isIdle: boolean) => void): void {
    this.#onAnswered = (socket) => listener(socket, this.#unanswered.get(socket) === 0);
  }

  #count(socket: Socket, change: 1 | -1): void {
    const before = this.#unanswered.get(socket);
    if (before === undefined) return;
    this.#unanswered.set(socket, before + change);
    if (before + change > MOST_UNANSWERED) cutOff(socket);
  }
}

/**
 * Closes a connection now. Node's parser would otherwise go through all that was read with the last request, 64 KB or some
 * 1,400 more requests; without its entry in the list of connections it stops.
 */
function cutOff(socket: Socket & { parser?: { remove?: () => void } }): void {
  const { parser } = socket;
  socket.destroy();
  parser?.remove?.();
}
