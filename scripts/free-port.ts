import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below what systems give to outgoing connections (Linux: from 32768), above the ports that browsers refuse.
const FIRST = 12_000;
const END = 32_000;

/**
 * Finds a free port on this machine: one that the system gives to nobody by itself, so that it stays free until it is
 * used, although other tests open connections meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
