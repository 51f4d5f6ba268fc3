import type { AnyRoute } from '@passeio/contract/route';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallInput, type Handling } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { afterEveryWrite, api } from './api';

type Input<R extends AnyRoute> = Omit<CallInput<R>, 'signal' | 'keepalive' | keyof Handling>;
type Given<R extends AnyRoute> = Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** What the pages behind login have loaded, by route and input. The API client says itself that there is no network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What a page has loaded before it is drawn is not loaded again by the components that show it.
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      // Somebody has waited half a minute for what timed out: the page says so, and they decide.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && error.isTransient && error.code !== 'TIMEOUT',
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
    queryFn: ({ signal }) => api.call<R>(entry, { ...input, signal, toast: false } as CallInput<R>),
  });
}

/** For `useMutation` and forms: calls a writing route. A failure throws, without a toast. */
export function send<R extends AnyRoute>(entry: R, ...[input]: Given<R>): Promise<unknown> {
  return api.callUnchecked<R>(entry, { ...input, toast: false } as CallInput<R>);
}

/** For loaders: loads what is not fresh before the page is drawn, and returns what `useSuspenseQuery` then shows. */
export async function preload<Query extends { queryKey: readonly unknown[] }>(query: Query): Promise<Query> {
  const ofPage = { ...query, meta: { isOfPage: true } };
  // Without a network the page's copy is shown at once.
  await queryClient.fetchQuery({ ...ofPage, retry: false });
  return ofPage;
}

/**
 * Loads anew what is on the screen, and waits for what the page shows: a write may have changed any of it. Anything
 * else is loaded when it is next shown. Questions before a write, as what cancelling costs, have `staleTime: 'static'`.
 */
export async function reload({ cancelRefetch = false } = {}): Promise<void> {
  const isOfPage = ({ meta }: { meta: Record<string, unknown> | undefined }) => meta?.isOfPage === true;
  void queryClient.invalidateQueries({ predicate: (query) => !isOfPage(query) }, { cancelRefetch });
  try {
    await queryClient.invalidateQueries({ predicate: isOfPage }, { throwOnError: true, cancelRefetch });
  } catch (error) {
    // Otherwise the page was left.
    if (error instanceof ApiError) showAlert('error', 'A página pode estar desatualizada. Recarregue-a.');
  }
}

afterEveryWrite(() => void reload({ cancelRefetch: true }));
