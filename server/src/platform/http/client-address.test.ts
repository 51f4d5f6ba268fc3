import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { signUpData } from '../../../test/factories.ts';
import { ConfigError, readConfig } from '../../config.ts';
import { clientNetwork } from './client-address.ts';

const LIMIT = 30;
const trust = (TRUST_PROXY: string) => readConfig({ NODE_ENV: 'test', TRUST_PROXY }).trustProxy;

describe('TRUST_PROXY', () => {
  it.each([
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.5, 192.168.0.0/16,fd00::/8', ['10.0.0.5', '192.168.0.0/16', 'fd00::/8']],
    ['1', 1],
    ['0', false],
    ['false', false],
    ['', false],
  ])('accepts "%s"', (value, expected) => expect(trust(value)).toEqual(expected));

  it.each([
    'true',
    '11',
    'yes',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1/8/8',
    '10.0.0',
    'proxy.example',
    '10.0.0.1,',
  ])('refuses "%s" with a sentence that says what can be used', (value) => {
    expect(() => trust(value)).toThrow(ConfigError);
    expect(() => trust(value)).toThrow(/TRUST_PROXY=.*addresses or CIDR ranges/);
  });
});

describe('the key of rate limits', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:3::1', '2001:db8:1:3::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
  ])('is, at %s, %s', (address, network) => expect(clientNetwork(address)).toBe(network));
});

describe.each([
  ['one proxy by number', '1'],
  ['the proxy by address', '127.0.0.1'],
])('behind %s', (_, TRUST_PROXY) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ config: { rateLimits: true, trustProxy: trust(TRUST_PROXY) } });
  });
  afterAll(() => app.close());

  /** How many of `count` requests, with addresses from `forwarded`, are accepted. */
  async function allowed(count: number, forwarded: (index: number) => string): Promise<number> {
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, index) => validate(`${app.url}/api/users/validate`, forwarded(index))),
    );
    return statuses.filter((status) => status === 200).length;
  }

  it('an address that the client made up counts for nothing', async () => {
    expect(await allowed(LIMIT + 5, (index) => `10.9.${index}.1, 203.0.113.20`)).toBe(LIMIT);
  });

  it('all addresses of an IPv6 network count as one client, another network as another', async () => {
    expect(await allowed(LIMIT + 5, (index) => `2001:db8:0:1::${index}`)).toBe(LIMIT);
    expect(await allowed(1, () => '2001:db8:0:2::1')).toBe(1);
  });
});

function validate(url: string, forwardedFor: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
    const request = send(url, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject).end(JSON.stringify(signUpData()));
  });
}
