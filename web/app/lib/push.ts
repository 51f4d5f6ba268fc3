/** The service worker's registration once there is one, where browser and worker can notify. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isSupported ? navigator.serviceWorker.ready : undefined;
}

/** This browser's subscription: undefined where it cannot be notified, null where it is not. */
export async function readPush(): Promise<PushSubscription | null | undefined> {
  return (await registration())?.pushManager.getSubscription();
}

/** Asks for permission, and subscribes. Undefined if the person or the browser refused. */
export async function startPush(publicKey: string): Promise<PushSubscription | undefined> {
  const worker = await registration();
  if (!worker || (await Notification.requestPermission()) !== 'granted') return undefined;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscribe = () => worker.pushManager.subscribe(options);
  return (
    subscribe()
      // A subscription that was made with another key is in the way.
      .catch((error: Error) => (error.name === 'InvalidStateError' ? endPush().then(subscribe) : undefined))
      // Some browsers grant the permission and have their push service switched off.
      .catch(() => undefined)
  );
}

/**
 * Ends this browser's subscription, also for links that were opened in it: the next person at it may be another. The
 * server learns of it when it next notifies; the page of a link offers it again.
 */
export async function endPush(): Promise<void> {
  const subscription = await readPush().catch(() => undefined);
  await subscription?.unsubscribe().catch(() => false);
}
