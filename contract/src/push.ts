import { everyRole, route } from './route.ts';
import { z } from './zod.ts';

/** Devices on which a person is notified; a new one takes the place of the oldest. */
export const MAX_PUSH_DEVICES = 10;

// What the server sends to: the push services of browsers. It calls no other address that somebody names.
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|[\w-]+\.google\.com|([\w-]+\.)*push\.services\.mozilla\.com|([\w-]+\.)+notify\.windows\.com|([\w-]+\.)*push\.apple\.com)$/;

function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  return protocol === 'https:' && port === '' && username === '' && password === '' && PUSH_SERVICES.test(hostname);
}

const endpoint = z
  .string()
  .max(1_000)
  .refine(isPushService, 'Este navegador recebe avisos por um serviço que não conhecemos.');

/** A subscription of a browser, as `PushSubscription.toJSON()` has it. Keys in base64url. */
export const pushDevice = z.strictObject({
  endpoint,
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type PushDevice = z.output<typeof pushDevice>;

export const pushRoutes = {
  readKey: route('GET', '/push/key', {
    access: everyRole,
    summary: 'The key with which browsers subscribe, null where devices are not notified; whether this one is',
    query: z.strictObject({ endpoint: endpoint.optional() }),
    answer: z.object({ publicKey: z.string().nullable(), isOn: z.boolean() }),
    byLink: { name: 'push-key' },
  }),
  addDevice: route('PUT', '/push/devices', {
    access: everyRole,
    summary: 'Notify a person on this device too, from now on',
    body: pushDevice,
    answer: z.object({}),
    byLink: { name: 'push-device' },
  }),
  removeDevice: route('POST', '/push/devices/removal', {
    access: everyRole,
    summary: "Notify a person no longer on this device; others' devices stay",
    body: z.strictObject({ endpoint }),
    answer: z.object({}),
    byLink: { name: 'push-device-removal' },
  }),
};
