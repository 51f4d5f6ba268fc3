import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address inside the network of the server, to which nobody may lead it. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  code = 'EPRIVATEADDRESS';
}

/** Whether an IP address is of the public internet: none of a private network, this machine, or a special purpose. */
export function isPublicAddress(address: string): boolean {
  // Those of IPv4 written as IPv6 count as what they are.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * Resolves names for a connection, which goes to the very address that was checked. Fails with {@link PrivateAddress}
 * if one of the addresses is not public.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateAddress('the name leads into a private network'), '');
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** Throws {@link PrivateAddress} for an address in place of a name, which is never looked up. */
export function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0 && !isPublicAddress(host)) throw new PrivateAddress('the address is of a private network');
}
