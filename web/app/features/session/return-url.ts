import { canOpen } from './access';

const FALLBACK = '/home';

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which turns "/\t/host" into "//host"
const NEVER_IN_A_PATH = /[\\\u0000-\u0020\u007f-\u009f\u2028\u2029\ufeff]/;

/**
 * The page to open after signing in: `value` if it is a path on this site, else /home. Refuses other sites in every
 * encoding (`//host`, `/\host`, `/%2Fhost`, control characters, schemes) and the authentication pages.
 */
export function safeReturnUrl(value: string | null | undefined): string {
  if (!value || !layersOf(value).every(isPathHere)) return FALLBACK;
  return value;
}

/** URL of the login page that returns to `path`. */
export function loginUrl(path: string): string {
  return `/auth/login?returnUrl=${encodeURIComponent(path)}`;
}

/** URL of the lock screen that returns to `path`. */
export function lockScreenUrl(path: string): string {
  return `/auth/lock-screen?returnUrl=${encodeURIComponent(path)}`;
}

/** `value` and the result of each further decoding of its path. */
function layersOf(value: string): string[] {
  const layers = [value];
  let path = value.split(/[?#]/, 1)[0] ?? '';
  for (let depth = 0; depth < 5; depth += 1) {
    const decoded = decodeOnce(path);
    if (decoded === path) return layers;
    layers.push(decoded);
    path = decoded;
  }
  // Encoded more than five times: not a genuine address.
  return [''];
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

function isPathHere(value: string): boolean {
  if (!value.startsWith('/') || value.startsWith('//') || NEVER_IN_A_PATH.test(value)) return false;
  const here = 'https://passeio.invalid';
  const url = URL.canParse(value, here) ? new URL(value, here) : null;
  // Dot segments may still hide a second slash: "/.//host".
  return url !== null && url.origin === here && !url.pathname.startsWith('//') && !/^\/auth(\/|$)/i.test(url.pathname);
}

/** Path and query of the page that the router is opening. */
let opening: string | undefined;

/** Path and query of the page that is being opened, else of the current page. */
export function currentAddress(): string {
  return opening ?? window.location.pathname + window.location.search;
}

/** Runs `load`, during which `address` counts as the current page. */
export async function whileOpening<Result>(address: string, load: () => Promise<Result>): Promise<Result> {
  opening = address;
  try {
    return await load();
  } finally {
    if (opening === address) opening = undefined;
  }
}

export function isOnPrivatePage(): boolean {
  return !canOpen(window.location.pathname, null);
}

/**
 * Navigates with a full page load, so that nothing private stays in memory. Asynchronous: the page first removes
 * private data and its warning about unsaved changes.
 */
export function redirectTo(address: string): void {
  setTimeout(() => window.location.assign(address));
}
