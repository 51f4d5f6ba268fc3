import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Connections } from '../http/connections.ts';

// A request that was on its way when the server stopped listening has arrived by then.
const GRACE_MS = 250;

/**
 * How a server stops so that nobody sees an error: first it only says that it will, then it stops listening and finishes.
 *
 * Not through the server's own `close()`: it cuts off answers that are made but not yet read.
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
    connections.onAnswered((socket, isIdle) => {
      if (this.#endsIdle && isIdle) socket.destroySoon();
    });
  }

  /** Whether new requests had better go to another server. */
  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /** From now on answers close their connections, so that clients and proxies go elsewhere; everything is served. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /** Stops listening and resolves when every answer has been read; who has not read theirs in `limitMs` is cut off. */
  async finish(limitMs: number): Promise<void> {
    this.announce();
    const closed = once(this.#server, 'close');
    await this.#acceptWaiting();
    NetServer.prototype.close.call(this.#server);
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), limitMs);
    await Promise.race([closed, wait(GRACE_MS)]);
    // What has arrived while this process was busy is read first.
    await nextTurn();
    this.#endsIdle = true;
    for (const socket of this.#connections.idle()) socket.destroySoon();
    await closed;
    clearTimeout(cutOff);
  }

  // Connections are accepted one by one and in order: when this one is, all before it have been.
  async #acceptWaiting(): Promise<void> {
    const { address, port } = this.#server.address() as AddressInfo;
    const last = connect(port, address).on('error', () => undefined);
    const accepted = new Promise<void>((resolve) => {
      const look = (socket: Socket) => {
        if (socket.remotePort !== last.localPort) return;
        this.#server.off('connection', look);
        resolve();
      };
      this.#server.on('connection', look);
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
