import { type PaymentsToDo, toDoRoutes } from '@passeio/contract/payments/to-do-routes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../session/api';
import { load, queryClient } from '../session/queries';

/** Milliseconds between two looks at what has come in meanwhile. */
const EVERY_MS = 60_000;

const NOTHING: PaymentsToDo = {
  ...{ receipts: 0, refunds: 0, unmatched: 0 },
  ...{ bankChecks: 0, doorPayments: 0, linkRequests: 0 },
};

// Nobody asked for it: a failure is not shown, the next look puts it right.
const toDo = {
  ...load(toDoRoutes.count),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(toDoRoutes.count, { signal, session: 'optional' }),
};

/**
 * How many receipts, refunds, unmatched payments, holds without the bank's answer, payments to guides and requests by
 * links wait, as last known.
 */
export function useToDo(): PaymentsToDo {
  const { data } = useQuery({ ...toDo, enabled: false }, queryClient);
  return data ?? NOTHING;
}

/** Keeps {@link useToDo} up to date while the window is looked at. */
export function useFollowToDo(enabled: boolean): void {
  useQuery({ ...toDo, enabled, refetchInterval: EVERY_MS }, queryClient);
}

/** Everything that waits. */
export function sumOf(toDo: PaymentsToDo): number {
  return Object.values(toDo).reduce((sum, count) => sum + count, 0);
}
