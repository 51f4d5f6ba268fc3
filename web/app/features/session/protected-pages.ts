// Apart from what roles may see, because the portal needs no more.

/** Prefixes of pages for every signed-in user, whatever the role. */
export const protectedPrefixes = ['/home', '/minhaconta', '/minhasreservas', '/comprovante', '/vendas'];

/** Whether every signed-in user, and nobody else, may see the page at `path`. */
export function isProtected(path: string): boolean {
  const page = normalise(path);
  return protectedPrefixes.some((prefix) => page.startsWith(prefix));
}

/** Like the router, ignores case, a trailing slash and what is searched for. */
export function normalise(path: string): string {
  const [page = ''] = path.split(/[?#]/, 1);
  return page.toLowerCase().replace(/\/+$/, '') || '/';
}
