/** The query parameters that belong to the cache key; others are rejected (`rejectsUnknown`) or ignored. */
export interface KnownQuery {
  parameters: readonly string[];
  rejectsUnknown: boolean;
}

/** Splits a URL into path and query, as in "/portal" and "q=mar". */
export function splitUrl(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** The path with its known parameters in a fixed order; undefined for a query that would be refused. */
export function keyOf(path: string, search: string, { parameters, rejectsUnknown }: KnownQuery): string | undefined {
  if (search === '' || (parameters.length === 0 && !rejectsUnknown)) return path;
  const given = new URLSearchParams(search);
  if (rejectsUnknown && [...given.keys()].some((name) => !parameters.includes(name) || given.getAll(name).length > 1)) {
    return undefined;
  }
  const known = new URLSearchParams();
  for (const name of parameters) {
    const value = given.get(name);
    if (value !== null) known.set(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}
