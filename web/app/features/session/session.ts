import { ApiError } from '~/lib/api';
import { deleteDraftsOfOthers } from './drafts';
import { identity } from './identity';
import { expiresSoon } from './identity/token-expiry';
import { installation } from './installation';
import { fetchProfile } from './profile';
import { currentAddress, isOnPrivatePage, lockScreenUrl, loginUrl, redirectTo } from './return-url';
import { followUserSlice, sessionStatus } from './session-status';
import { lock, lockQuietly, signOut, whenNoneIsEnding } from './sign-out';
import { createRefresher, renewToken, requestToken, timeOut } from './token';
import { deleteCachesOfOthers } from './user-cache';
import { followOtherTabs, isLocked, ownerId, recordActivity, storeProfile, useUser } from './user-store';

const CHECK_MS = 5000;
/** Throttle: activity is written to localStorage, for other tabs, at most this often. */
const NOTE_MS = 10_000;

/**
 * At a stop without a signal nobody could unlock: a phone that boards people locks after a day's work at the earliest.
 */
const BOARDING_MS = 12 * 3_600_000;

const signsOfUse = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface IdleWatch {
  /** Idle limit in milliseconds; 0 disables it. */
  limitMs: () => number;
  /** Last activity in any tab, in epoch milliseconds; 0 if none. */
  lastUse: () => number;
  recordActivity: (now: number) => void;
  onIdle: () => void;
}

/** Whether a page needs no network while people board. `address`: path with or without a query. */
function isBoarding(address: string): boolean {
  return address.startsWith('/admin/embarque/');
}

/** Idle limits of the operator, in minutes; 0 disables one. */
interface IdleLimits {
  clientIdleMinutes: number;
  staffIdleMinutes: number;
}

/** Idle limit of a role on a page, in milliseconds; 0 disables it. */
export function idleLimitMs(limits: IdleLimits, role: string, address: string): number {
  const limitMs = (role === 'CLIENT' ? limits.clientIdleMinutes : limits.staffIdleMinutes) * 60_000;
  return limitMs > 0 && isBoarding(address) ? Math.max(limitMs, BOARDING_MS) : limitMs;
}

/**
 * Whether the last activity is more than `limitMs` ago. Compares clocks, because timers stop while a computer sleeps.
 */
function isIdle(lastUse: number, limitMs: number, now = Date.now()): boolean {
  return limitMs > 0 && lastUse > 0 && now - lastUse >= limitMs;
}

/**
 * Watches a page for activity and calls `onIdle` once when there was none for too long. Returns a function that stops
 * it.
 */
export function watchIdle(page: EventTarget, { limitMs, lastUse, recordActivity, onIdle }: IdleWatch): () => void {
  if (limitMs() === 0) return () => {};

  function check(): boolean {
    if (!isIdle(lastUse(), limitMs())) return false;
    stop();
    onIdle();
    return true;
  }

  function use(): void {
    // The event that wakes a computer must not count as activity before the limit is checked.
    if (check()) return;
    const now = Date.now();
    if (now - lastUse() >= NOTE_MS) recordActivity(now);
  }

  function stop(): void {
    clearInterval(timer);
    for (const sign of signsOfUse) page.removeEventListener(sign, use);
  }

  const timer = setInterval(check, CHECK_MS);
  for (const sign of signsOfUse) page.addEventListener(sign, use, { passive: true });
  if (lastUse() === 0) recordActivity(Date.now());
  check();
  return stop;
}

/** How long a page waits for the session to be restored. */
const RESTORE_TIMEOUT_MS = 5000;

let restoring: Promise<void> | undefined;

/** Starts restoring this browser's session; later calls do nothing. */
export function startSession(): void {
  restoring ??= Promise.race([restore(), timeOut(RESTORE_TIMEOUT_MS)]).then(() => {
    followUserSlice();
    deleteDraftsOfOthers();
    lockWhenIdle();
  });
}

/** Settles when the session is restored, after 5000 ms at most. */
export async function whenRestored(): Promise<void> {
  startSession();
  await restoring;
}

async function restore(): Promise<void> {
  // Where storage is blocked the session lasts as long as the page.
  await useUser.persist?.rehydrate();
  if (isIdle(useUser.getState().user.lastActiveAt ?? 0, ownIdleLimitMs())) lockQuietly();
  followOwner();
  refreshToken();
  followOtherTabs(onOtherTab);
  listenToProvider();
  const { accessToken } = useUser.getState().user;
  if (accessToken === null) return;
  const confirmed = confirmWithProvider();
  // A token that does not expire soon is used at once, while its session is checked in the background. Boarding opens
  // from what the phone stored, also where the network hangs.
  if (expiresSoon(accessToken) && !isBoarding(currentAddress())) await confirmed;
}

function listenToProvider(): void {
  identity().then(
    (provider) => provider.onNoUser(() => void signOut('expired')),
    (error) => console.warn('Identity provider could not be loaded', error),
  );
}

/** Being offline signs nobody out: only the provider's answer does. */
async function confirmWithProvider(): Promise<void> {
  const token = await renewToken({ force: false });
  await whenNoneIsEnding();
  if (!token || !useUser.getState().user.accessToken) return;
  try {
    const profile = await fetchProfile();
    if (profile) storeProfile(profile);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await signOut('expired');
    else console.warn('Profile refresh failed', error);
  }
}

function refreshToken(): void {
  const providerIsProactive = installation().identity.provider === 'firebase';
  const refresher = createRefresher({ renew: requestToken, providerIsProactive });
  const follow = () => refresher.follow(useUser.getState().user.accessToken);
  useUser.subscribe(follow);
  follow();
}

/** Deletes other users' offline caches when the user changes, signs out, expires or locks. */
function followOwner(): void {
  let owner: string | null | undefined;
  const follow = () => {
    const now = ownerId();
    if (now === owner) return;
    owner = now;
    deleteCachesOfOthers(now).catch((error) => console.warn('Copies could not be deleted', error));
  };
  useUser.subscribe(follow);
  follow();
}

function ownIdleLimitMs(): number {
  return idleLimitMs(installation().access, useUser.getState().user.role, currentAddress());
}

function lockWhenIdle(): void {
  let watched: string | null = null;
  let stop = () => {};
  const follow = () => {
    const role = sessionStatus() === 'signedIn' ? useUser.getState().user.role : null;
    if (role === watched) return;
    watched = role;
    stop();
    const lastUse = () => useUser.getState().user.lastActiveAt ?? 0;
    stop = role ? watchIdle(window, { limitMs: ownIdleLimitMs, lastUse, recordActivity, onIdle: lock }) : () => {};
  };
  useUser.subscribe(follow);
  follow();
}

/** Applies another tab's sign-in, sign-out or lock to this page. */
function onOtherTab(before: string, after: string): void {
  if (!isOnPrivatePage()) return;
  if (after === '' || isLocked(useUser.getState().user)) redirectTo(passwordPageUrl());
  else if (before !== after) window.location.reload();
}

/** The login page or lock screen, returning here. */
function passwordPageUrl(): string {
  return isLocked(useUser.getState().user) ? lockScreenUrl(currentAddress()) : loginUrl(currentAddress());
}

/** Calls `listener` once the session is restored and at every change of whether somebody is signed in. */
export async function followSignedIn(listener: (isSignedIn: boolean) => void, gone: AbortSignal): Promise<void> {
  await whenRestored();
  if (gone.aborted) return;
  const follow = () => listener(useUser.getState().user.isAuthenticated);
  gone.addEventListener('abort', useUser.subscribe(follow));
  follow();
}
