/** Whoever is signed in sees what begins so, whatever the role. */
const protectedPrefixes = ['/home', '/minhaconta', '/minhasreservas'];

/** Whether `path` begins like a page for whoever is signed in. Imports nothing: the portal asks too. */
export function isProtected(path: string): boolean {
  const page = normalise(path);
  return protectedPrefixes.some((prefix) => page.startsWith(prefix));
}

/** The router ignores case and a trailing slash, and so must the judgement. */
export function normalise(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '') || '/';
}
