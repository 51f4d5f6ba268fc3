import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { PaymentsToDo } from '@passeio/contract/payments/payments';
import type { AnyRoute } from '@passeio/contract/route';
import { useEffect } from 'react';
import { create } from 'zustand';
import { createApi } from '~/lib/api';
import { answered, apiInPlace } from '../session/api';
import { fetchWithToken } from '../session/bearer';

/** Milliseconds between two looks at what has come in meanwhile. */
const EVERY_MS = 60_000;

// Nobody asked for it: a failure is not shown, the next look puts it right.
const quietApi = createApi({ fetch: fetchWithToken, onFailure: () => 'handled' });

/** How many receipts, refunds, unmatched payments and holds without the bank's answer wait, as last known. */
export const useToDo = create<PaymentsToDo>(() => ({ receipts: 0, refunds: 0, unmatched: 0, bankChecks: 0 }));

async function refreshToDo(): Promise<void> {
  const toDo = await quietApi.call(paymentRoutes.countToDo);
  if (toDo) useToDo.setState(toDo);
}

/** Calls a route that changes what waits, which is counted again, whatever the outcome. It shows no toast. */
export async function changePayments<R extends AnyRoute>(
  ...call: Parameters<typeof apiInPlace.callUnchecked<R>>
): Promise<unknown> {
  try {
    return await answered(apiInPlace.callUnchecked(...call));
  } finally {
    void refreshToDo();
  }
}

/** Keeps {@link useToDo} up to date while the window is looked at. */
export function useFollowToDo(isStaff: boolean): void {
  useEffect(() => {
    if (!isStaff) return;
    const look = () => {
      if (!document.hidden && navigator.onLine) void refreshToDo();
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isStaff]);
}

/** Everything that waits. */
export function sumOf({ receipts, refunds, unmatched, bankChecks }: PaymentsToDo): number {
  return receipts + refunds + unmatched + bankChecks;
}
