import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { useState } from 'react';
import { answered, apiInPlace } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { tellFailure } from '../desk-words';

/** Says that lines are no reservation's money, or takes that back. */
export function useDismissal(statementId: string, onChanged: () => Promise<void>) {
  const [busy, setBusy] = useState(false);

  async function set(lineId: string, isDismissed: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const entry = isDismissed ? statementRoutes.dismissLine : statementRoutes.restoreLine;
      await answered(apiInPlace.call(entry, { params: { statementId, lineId } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellFailure(error);
    } finally {
      await onChanged();
      setBusy(false);
    }
  }

  return { busy, set };
}
