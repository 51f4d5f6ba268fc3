import type { AnyRoute } from '@passeio/contract/route';
import type { z } from '@passeio/contract/zod';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallInput } from '~/lib/api';
import { answered, apiInPlace } from './api';

type Input<R extends AnyRoute> = Omit<CallInput<R>, 'signal' | 'keepalive'>;
type Given<R extends AnyRoute> = Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** What the pages behind login have loaded, by route and input. The API client says itself that there is no network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isTransient,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Key of a route's answers: of all, or for one input. */
export function keyOf<R extends AnyRoute>({ method, path }: R, input?: Partial<Input<R>>): readonly unknown[] {
  return input ? [method, path, input] : [method, path];
}

/** For `useQuery`: loads the answer of a route. */
export function load<R extends AnyRoute>(entry: R, ...[input]: Given<R>) {
  return queryOptions({
    queryKey: keyOf(entry, input),
    queryFn: ({ signal }) =>
      answered<z.output<R['answer'] & z.ZodType>>(apiInPlace.call(entry, { ...input, signal } as CallInput<R>)),
  });
}

/** Loads anew what these routes have answered, for pages that show it. */
export async function invalidate(...entries: AnyRoute[]): Promise<void> {
  await Promise.all(entries.map((entry) => queryClient.invalidateQueries({ queryKey: keyOf(entry) })));
}
