import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Address6 } from 'ip-address';
import type { Config } from '../../config.ts';

/** Fastify's option for the configured proxies; a number of proxies counts from the connection backwards. */
export function trustedProxies(trustProxy: Config['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  // Given a plain number, Fastify trusts nobody.
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/** Reads the address when a request starts, because a socket loses it when the client disconnects. */
export function readAddressAtStart(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { ip } = request;
    if (ip === undefined) throw new Error('the client disconnected');
    Object.defineProperty(request, 'ip', { value: ip });
  });
}

/**
 * The key rate limits use for `address`: an IPv4 address, or the /64 network of an IPv6 one, because one client can use
 * all 2^64 addresses of it.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address.toLowerCase();
  const parsed = new Address6(address);
  if (parsed.isMapped4()) return parsed.to4().correctForm();
  return `${new Address6(`${parsed.correctForm()}/64`).startAddress().correctForm()}/64`;
}
