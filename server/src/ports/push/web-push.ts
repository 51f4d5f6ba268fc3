import { createECDH } from 'node:crypto';
import webPush, { WebPushError } from 'web-push';
import { PushRefused, type PushService } from './port.ts';

const DAY_S = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
// 403: the subscription was made with another key than that of this server.
const GONE = [403, 404, 410];
const TOO_MANY = 429;

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
        const { hostname } = new URL(endpoint);
        if (!(error instanceof WebPushError)) throw new Error(`the push service ${hostname} did not answer`);
        const { statusCode } = error;
        const Failure = statusCode < 500 && statusCode !== TOO_MANY ? PushRefused : Error;
        throw new Failure(`the push service ${hostname} answered ${statusCode}`);
      }
    },
  };
}
