import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';

/** Debounce in milliseconds. */
const TYPING_MS = 200;

/** What was found; `short`: too little is typed. */
export type Lookup<Found> = Found | 'short' | 'searching' | 'failed';

/** Finds something while somebody types; `typed` is undefined while nothing is searched. */
export function useLookup<Found extends object>(
  typed: string | undefined,
  minLength: number,
  queryOf: (q: string) => UseQueryOptions<Found>,
): Lookup<Found> {
  const q = typed?.trim() ?? '';
  const [asked] = useDebouncedValue(q, TYPING_MS);
  const { data, isError } = useQuery({ ...queryOf(asked), enabled: asked.length >= minLength, retry: false });
  if (q.length < minLength) return 'short';
  if (q !== asked) return 'searching';
  return isError ? 'failed' : (data ?? 'searching');
}
