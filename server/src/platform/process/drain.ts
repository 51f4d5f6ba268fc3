import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Connections } from '../http/connections.ts';

// For requests in flight when the server stops listening.
const GRACE_MS = 250;

/**
 * Stops a server without failing a request: first announces it, then stops listening and finishes.
 * Server.close() is not used: it destroys connections whose response has not been read yet.
 */
export class Drain {
  readonly #server: Server;
  readonly #connections: Connections;
  #isAnnounced = false;
  #endsIdle = false;

  constructor(server: Server, connections: Connections) {
    this.#server = server;
    this.#connections = connections;
    server.prependListener('request', (_, response) => {
      if (this.#isAnnounced) response.shouldKeepAlive = false;
    });
    connections.onResponse((socket, isIdle) => {
      if (this.#endsIdle && isIdle) socket.destroySoon();
    });
  }

  /** Whether load balancers should send new requests elsewhere. */
  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /** Responses close their connections from now on, so that clients reconnect elsewhere; all requests are served. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /** Stops listening and resolves when every response has been read; closes what is left after `limitMs`. */
  async finish(limitMs: number): Promise<void> {
    this.announce();
    const closed = once(this.#server, 'close');
    await this.#acceptBacklog();
    NetServer.prototype.close.call(this.#server);
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), limitMs);
    await Promise.race([closed, wait(GRACE_MS)]);
    // Requests that arrived while the event loop was busy are read first.
    await nextTurn();
    this.#endsIdle = true;
    for (const socket of this.#connections.idle()) socket.destroySoon();
    await closed;
    clearTimeout(cutOff);
  }

  // The listen backlog is accepted in order: once our own last connection is accepted, all before it are.
  async #acceptBacklog(): Promise<void> {
    const { address, port } = this.#server.address() as AddressInfo;
    const last = connect(port, address).on('error', () => undefined);
    const accepted = new Promise<void>((resolve) => {
      const onConnection = (socket: Socket) => {
        if (socket.remotePort !== last.localPort) return;
        this.#server.off('connection', onConnection);
        resolve();
      };
      this.#server.on('connection', onConnection);
    });
    await Promise.race([accepted, once(last, 'close')]);
    last.destroy();
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
}
