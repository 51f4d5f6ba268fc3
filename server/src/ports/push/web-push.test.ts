import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import webPush from 'web-push';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { PushRefused } from './port.ts';
import { webPushService } from './web-push.ts';

const privateKey = randomBytes(32).toString('base64url');
const subject = 'https://passeio.example';

it('the public key belongs to the private one, and what is sent with them says nothing to the push service', () => {
  const { publicKey } = webPushService({ privateKey, subject });
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys },
    JSON.stringify({ title: 'Abriram vagas' }),
    { vapidDetails: { subject, publicKey, privateKey } },
  );
  expect(body.toString()).not.toContain('vagas');
  expect(String(headers.Authorization)).toContain(publicKey);
});

it('a push service that cannot be reached is named without the address of the browser', async () => {
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const service = webPushService({ privateKey, subject });
  const sending = service.send({ endpoint: 'https://localhost:1/secret', ...keys }, { title: '', body: '', page: '/' });
  await expect(sending).rejects.toThrow(/^the push service localhost did not answer$/);
});

it.each([
  [201, 'sent'],
  [403, 'gone'],
  [404, 'gone'],
  [410, 'gone'],
  [400, PushRefused],
  [401, PushRefused],
  [413, PushRefused],
  [429, Error],
  [500, Error],
  [503, Error],
])('a device whose push service answers %i is %s', async (status, outcome) => {
  const authority = await makeAuthority('Push');
  const server = createServer(await authority.issue('127.0.0.1', 'server'), (_, response) =>
    response.writeHead(status).end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { ca } = globalAgent.options;
  globalAgent.options.ca = authority.ca;
  onTestFinished(() => {
    globalAgent.options.ca = ca;
    server.closeAllConnections();
    server.close();
  });
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  const sending = webPushService({ privateKey, subject }).send(
    { endpoint, ...keys },
    { title: '', body: '', page: '/' },
  );
  if (typeof outcome === 'string') expect(await sending).toBe(outcome);
  else expect((await sending.catch((error) => error)).constructor).toBe(outcome);
});
