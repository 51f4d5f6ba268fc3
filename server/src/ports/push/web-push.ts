import { createECDH } from 'node:crypto';
import webPush, { WebPushError } from 'web-push';
import type { PushService } from './port.ts';

const DAY_S = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
const GONE = [404, 410];

/** Web Push. `privateKey`: 32 random bytes in base64url; `subject`: how push services reach the operator. */
export function webPushService({ privateKey, subject }: { privateKey: string; subject: string }): PushService {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const publicKey = curve.getPublicKey('base64url');
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: DAY_S,
          timeout: TIMEOUT_MS,
        });
        return 'sent';
      } catch (error) {
        if (error instanceof WebPushError && GONE.includes(error.statusCode)) return 'gone';
        // The error names the address, by which anybody could write to the browser.
        const reason = error instanceof WebPushError ? `answered ${error.statusCode}` : 'did not answer';
        throw new Error(`the push service ${new URL(endpoint).hostname} ${reason}`);
      }
    },
  };
}
