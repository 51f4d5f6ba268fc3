import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { actByLink } from '~/features/session/api';
import { renderInArea } from '~/test/area';
import { NotifyDevice } from './notify-device';

const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};
const ADD = 'PUT /api/push/devices';
const REMOVE = 'POST /api/push/devices/removal';

/** A browser with a worker; `permission`: what the person answers. */
function browser(permission: NotificationPermission) {
  let current: PushSubscription | null = null;
  const subscription = {
    ...{ endpoint: device.endpoint, toJSON: () => device },
    unsubscribe: async () => {
      current = null;
      return true;
    },
  } as unknown as PushSubscription;
  const subscribe = vi.fn(async () => {
    current = subscription;
    return subscription;
  });
  const pushManager = { getSubscription: async () => current, subscribe };
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({
    pushManager,
  } as unknown as ServiceWorkerRegistration);
  return { ask: vi.spyOn(Notification, 'requestPermission').mockResolvedValue(permission), subscribe };
}

const open = (publicKey: string | null = 'BKey', isOn = false) =>
  renderInArea(
    { default: NotifyDevice },
    {
      ...{ at: '/minhasreservas/K7M2QX', path: '/minhasreservas/:code', role: 'CLIENT' },
      responses: {
        'GET /api/push/key': { json: { publicKey, isOn } },
        [ADD]: { json: {} },
        [REMOVE]: { json: {} },
      },
    },
  );
const on = page.getByRole('button', { name: 'Avisar neste aparelho' });
const off = page.getByRole('button', { name: 'Desligar' });

test('a device is notified after a tap and the permission, and no longer after another tap', async () => {
  const { ask, subscribe } = browser('granted');
  const { bodies } = await open();
  await expect.element(on).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  await on.click();
  await expect.element(page.getByText('Avisos ligados neste aparelho.')).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(bodies[ADD]).toEqual(device);
  await off.click();
  await expect.element(on).toBeVisible();
  expect(bodies[REMOVE]).toEqual({ endpoint: device.endpoint });
});

test('without the permission nothing is stored, and the person reads how to give it', async () => {
  browser('denied');
  const { calls } = await open();
  await on.click();
  await expect.element(page.getByText(/O navegador não permitiu os avisos/)).toBeVisible();
  expect(calls).not.toContain(ADD);
});

test('a browser that subscribed with another key of the server subscribes anew', async () => {
  const { subscribe } = browser('granted');
  subscribe.mockRejectedValueOnce(new DOMException('another applicationServerKey', 'InvalidStateError'));
  const { bodies } = await open();
  await on.click();
  await expect.element(page.getByText('Avisos ligados neste aparelho.')).toBeVisible();
  expect(bodies[ADD]).toEqual(device);
});

test('a browser whose push service is switched off says so, and nothing is stored', async () => {
  const { subscribe } = browser('granted');
  subscribe.mockRejectedValueOnce(new DOMException('Registration failed - push service error', 'AbortError'));
  const { calls } = await open();
  await on.click();
  await expect.element(page.getByText(/O navegador não permitiu os avisos/)).toBeVisible();
  expect(calls).not.toContain(ADD);
});

test('a device that the server notifies says so, even if somebody else is notified in this browser', async () => {
  const { subscribe } = browser('granted');
  await subscribe();
  const { searches } = await open('BKey', true);
  await expect.element(page.getByText('Avisos ligados neste aparelho.')).toBeVisible();
  expect(searches['GET /api/push/key']).toContain(encodeURIComponent(device.endpoint));
  await open('BKey', false);
  await expect.element(on).toBeVisible();
});

test("by the payer's link the device is stored for its reservation", async () => {
  browser('granted');
  const token = 'b'.repeat(43);
  actByLink({ token, prove: async () => undefined, askStaff: async () => undefined });
  onTestFinished(() => actByLink(undefined));
  const byLink = (name: string) => `POST /api/reservation-links/${name}`;
  const { bodies } = await renderInArea(
    { default: NotifyDevice },
    {
      ...{ at: '/minhasreservas/K7M2QX', path: '/minhasreservas/:code', role: 'CLIENT' },
      responses: {
        [byLink('push-key')]: { json: { publicKey: 'BKey', isOn: false } },
        [byLink('push-device')]: { json: {} },
        [byLink('push-device-removal')]: { json: {} },
      },
    },
  );
  await on.click();
  await off.click();
  await expect.element(on).toBeVisible();
  expect(bodies[byLink('push-key')]).toEqual({ token });
  expect(bodies[byLink('push-device')]).toEqual({ token, ...device });
  expect(bodies[byLink('push-device-removal')]).toEqual({ token, endpoint: device.endpoint });
});

test('nothing is offered where the server notifies no devices', async () => {
  browser('granted');
  const { calls } = await open(null);
  await expect.poll(() => calls).toContain('GET /api/push/key');
  await expect.element(on).not.toBeInTheDocument();
});
