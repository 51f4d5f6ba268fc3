import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import webPush from 'web-push';
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
