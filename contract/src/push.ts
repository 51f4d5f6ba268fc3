import { everyRole, route } from './route.ts';
import { z } from './zod.ts';

/** Devices on which a person is notified; a new one takes the place of the oldest. */
export const MAX_PUSH_DEVICES = 10;

// What the server sends to: the push services of browsers. It calls no other address that somebody names. Of Google's
// hosts only these are, which its browsers name.
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|([\w-]+\.)*push\.services\.mozilla\.com|([\w-]+\.)+notify\.windows\.com|([\w-]+\.)*push\.apple\.com)$/;
const MAX_ENDPOINT = 1_000;

function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(address);
  const isPlain = port === '' && username === '' && password === '' && hash === '' && href.length <= MAX_ENDPOINT;
  return protocol === 'https:' && isPlain && PUSH_SERVICES.test(hostname);
}

/** The address as it was parsed: what was checked is what is stored, and one address has one form. */
const endpoint = z
  .string()
  .max(MAX_ENDPOINT)
  .refine(isPushService, 'Este navegador recebe avisos por um serviço que não conhecemos.')
  .transform((address) => (URL.canParse(address) ? new URL(address).href : address));

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
