import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Hands connections on to a server that can be made to hang: it accepts, and answers nothing. */
export async function startHangingProxy(target: NetConnectOpts) {
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => other.write(chunk));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (hangs) one.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    get isUsed() {
      return sockets.size > 0;
    },
    hang() {
      hangs = true;
      each((socket) => socket.pause());
    },
    goOn() {
      hangs = false;
      each((socket) => socket.resume());
    },
    close() {
      server.close();
      each((socket) => socket.destroy());
    },
  };
}
