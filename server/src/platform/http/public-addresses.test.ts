import dns from 'node:dns';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { isPublicAddress, publicLookup, requirePublicHost } from './public-addresses.ts';

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['255.255.255.255', '192.0.2.1', '198.18.0.1', '::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '64:ff9b::a00:1', '2002:a00:1::', '::127.0.0.1', 'no address'],
])('%s is no address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '200.147.3.157', '::ffff:8.8.8.8', '2804:14c::1'])(
  '%s is an address of the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it('an address in place of a name is checked before it is connected to', () => {
  expect(() => requirePublicHost('[::1]')).toThrow(/private/);
  expect(() => requirePublicHost('banco.example')).not.toThrow();
});

it('a name whose addresses are partly private is refused, also by the second answer', async () => {
  const answers = [[{ address: '200.147.3.157', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  const looking = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_: string, __: object, done: (...args: unknown[]) => void) =>
      done(null, answers.shift())) as never);
  const found = await new Promise((resolve) =>
    publicLookup('banco.example', { all: false }, (error, address) => resolve(error ?? address)),
  );
  expect(found).toBe('200.147.3.157');
  const socket = connect({ host: 'banco.example', port: 443, lookup: publicLookup });
  const error = await new Promise((resolve) => socket.once('error', resolve));
  expect(error).toMatchObject({ code: 'EPRIVATEADDRESS' });
  looking.mockRestore();
});
