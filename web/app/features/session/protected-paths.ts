/** Prefixes of pages for every signed-in user, whatever the role. */
const protectedPrefixes = ['/home', '/minhaconta', '/minhasreservas', '/comprovante'];

/** Whether `path` is under such a prefix. Imports nothing, because the portal uses it too. */
export function isProtected(path: string): boolean {
  const page = normalise(path);
  return protectedPrefixes.some((prefix) => page.startsWith(prefix));
}

/** Like the router, ignores case and a trailing slash. */
export function normalise(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '') || '/';
}
