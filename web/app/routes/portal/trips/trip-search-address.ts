/** Filters of the trip list, from the page's URL. */
export interface Search {
  q: string;
  page: number;
}

/** Page size. */
export const PAGE_SIZE = 48;

const PATH = '/portal/passeio';
const LONGEST_QUERY = 100;

/** Parses the filters from a URL; ignores invalid values. */
export function readSearch(params: URLSearchParams): Search {
  const page = Number(params.get('pagina') ?? 1);
  const q = (params.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUERY)
    .trim();
  return { q, page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1 };
}

export function searchPath({ q, page }: Search): string {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (page > 1) params.set('pagina', String(page));
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}
