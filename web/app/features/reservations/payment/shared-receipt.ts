import { cacheStorage } from '~/features/session/user-cache';
import { useUser } from '~/features/session/user-store';

// Names that the service worker writes (lib/service-worker.js).
const CACHE = 'shared-receipt';
const ADDRESS = '/comprovante/arquivo';
const MAX_AGE_MS = 24 * 3_600_000;
const OWNER = 'x-owner';

/**
 * The file that was shared with the installed application and is not sent yet, for a day. It belongs to the person who
 * opens it first: shared before signing in, it waits for that.
 */
export async function readSharedReceipt(): Promise<File | undefined> {
  const copy = await cacheStorage()?.match(ADDRESS, { cacheName: CACHE });
  if (!copy) return undefined;
  const { id } = useUser.getState().user;
  const owner = copy.headers.get(OWNER);
  const age = Date.now() - Number(copy.headers.get('x-shared-at'));
  if (!(age < MAX_AGE_MS) || (owner !== null && owner !== id)) {
    await deleteSharedReceipt();
    return undefined;
  }
  const headers = new Headers(copy.headers);
  const name = decodeURIComponent(headers.get('x-file-name') ?? '') || 'comprovante';
  const type = headers.get('content-type') ?? '';
  const file = new File([await copy.blob()], name, { type });
  if (owner === null) {
    headers.set(OWNER, id);
    await (await caches.open(CACHE)).put(ADDRESS, new Response(file, { headers }));
  }
  return file;
}

/** After it was sent, thrown away, or on sign-out. */
export async function deleteSharedReceipt(): Promise<void> {
  await cacheStorage()?.delete(CACHE);
}
