const FALLBACK = '/home';

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which turns "/\t/host" into "//host"
const NEVER_IN_A_PATH = /[\\\u0000-\u0020\u007f-\u009f\u2028\u2029\ufeff]/;

/**
 * Where to go after signing in: `value` if it is a path on this site, else /home. Refused are other sites in every
 * disguise (`//host`, `/\host`, `/%2Fhost`, control characters, schemes) and the authentication pages themselves.
 */
export function safeReturnUrl(value: string | null | undefined): string {
  if (!value || !layersOf(value).every(isPathHere)) return FALLBACK;
  return value;
}

/** The address of the login page that comes back to `path`. */
export function loginUrl(path: string): string {
  return `/auth/login?returnUrl=${encodeURIComponent(path)}`;
}

/** The address of the lock screen that comes back to `path`. */
export function lockScreenUrl(path: string): string {
  return `/auth/lock-screen?returnUrl=${encodeURIComponent(path)}`;
}

/** `value` and what its path becomes each time it is decoded once more. */
function layersOf(value: string): string[] {
  const layers = [value];
  let path = value.split(/[?#]/, 1)[0] ?? '';
  for (let depth = 0; depth < 5; depth += 1) {
    const decoded = decodeOnce(path);
    if (decoded === path) return layers;
    layers.push(decoded);
    path = decoded;
  }
  // Encoded more than five times over: nobody honest does that.
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
