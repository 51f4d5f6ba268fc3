import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections; above this, idle ones are closed to make room. */
const MAX_CONNECTIONS = 2_000;
// Pipelined requests per connection. Browsers and proxies do not pipeline, and of 1,000 connections each one more costs
// everybody else a third of a second.
const MAX_PIPELINED = 4;
// Sockets without traffic for this long are closed.
const SOCKET_TIMEOUT_MS = 120_000;

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborted when the socket closes; one signal per socket. */
export function closeSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once('close', () => closing.abort());
  signals.set(socket, closing.signal);
  return closing.signal;
}

/** Counts the pending requests of each connection, and closes connections that pipeline too many. */
export class Connections {
  readonly #pending = new Map<Socket, number>();
  #onResponse: (socket: Socket) => void = () => {};

  constructor(server: Server) {
    server.maxConnections = MAX_CONNECTIONS;
    server.setTimeout(SOCKET_TIMEOUT_MS);
    server.on('drop', () => server.closeIdleConnections());
    server.on('connection', (socket: Socket) => {
      this.#pending.set(socket, 0);
      socket.once('close', () => this.#pending.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      // Further requests pipelined on a socket that was destroyed.
      if (socket.destroyed) return;
      this.#count(socket, 1);
      response.once('close', () => {
        this.#count(socket, -1);
        this.#onResponse(socket);
      });
    });
  }

  /** Connections without a pending request. */
  idle(): Socket[] {
    return [...this.#pending].filter(([, count]) => count === 0).map(([socket]) => socket);
  }

  /** Calls `listener` after each response, with whether its connection is idle now. */
  onResponse(listener: (socket: Socket, isIdle: boolean) => void): void {
    this.#onResponse = (socket) => listener(socket, this.#pending.get(socket) === 0);
  }

  #count(socket: Socket, change: 1 | -1): void {
    const before = this.#pending.get(socket);
    if (before === undefined) return;
    this.#pending.set(socket, before + change);
    if (before + change > MAX_PIPELINED) cutOff(socket);
  }
}

/**
 * Closes a connection now. Node's parser would otherwise go through all that was read with the last request, 64 KB or
 * some 1,400 more requests; without its entry in the list of connections it stops.
 */
function cutOff(socket: Socket & { parser?: { remove?: () => void } }): void {
  const { parser } = socket;
  socket.destroy();
  parser?.remove?.();
}
