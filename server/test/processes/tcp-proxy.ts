import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of the database, to simulate network failures. */
export interface TcpProxy {
  /** Connection string through the proxy. */
  url: string;
  /** Drops all data; connections stay open (a network partition). */
  goSilent(): void;
  /** Closes and refuses connections. */
  breakOff(): void;
  recover(): void;
  close(): Promise<void>;
}

export async function tcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'passing' | 'silent' | 'broken' = 'passing';
  const server = createServer((near) => {
    sockets.add(near);
    near.on('close', () => sockets.delete(near)).on('error', () => {});
    if (state === 'broken') near.destroy();
    if (state !== 'passing') return;
    const far = connect(databasePort(target));
    sockets.add(far);
    far.on('close', () => sockets.delete(far)).on('error', () => {});
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => state === 'passing' && to.write(data));
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    goSilent() {
      state = 'silent';
    },
    breakOff() {
      state = 'broken';
      closeAll();
    },
    recover() {
      state = 'passing';
      closeAll();
    },
    async close() {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}

function databasePort({ hostname, port, searchParams }: URL) {
  const folder = searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) };
}
