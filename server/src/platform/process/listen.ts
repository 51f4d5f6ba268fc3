import { once } from 'node:events';
import type { Server } from 'node:net';
import { portText, StartError } from './start-error.ts';

interface Place {
  host: string;
  port: number;
  /** The variables that name them. */
  names: { host: string; port: string };
}

/** Listens at an address of this machine. Throws a StartError that names the variable with which it does not work. */
export async function listenAt(server: Server, { host, port, names }: Place): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const sentence = `${names.host}=${host} cannot be used: it is no address of this machine (${code}).`;
    throw new StartError(portText(code, names.port, port) ?? sentence);
  }
}
