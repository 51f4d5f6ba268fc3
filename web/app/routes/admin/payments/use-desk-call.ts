import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { tellFailure } from './desk-words';

/** Somebody else was faster: there is nothing left to do. */
const overtaken = ['REFUND_NOT_DUE', 'REFUND_NOT_FOUND', 'UNMATCHED_NOT_FOUND'];

/** Refusals that are about one field. */
const fieldOf: Record<string, string> = {
  END_TO_END_ID_USED: 'endToEndId',
  RESERVATION_NOT_FOUND: 'code',
};

/** A dialog's call: errors stand beside the fields, others in a toast. `onDone` reloads and closes. */
export function useDeskCall(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function run(call: () => Promise<unknown>, sentence: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await call();
      showAlert('success', sentence);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (overtaken.includes(error.code)) {
        showAlert('info', error.message);
        onDone();
        return;
      }
      setBusy(false);
      const field = fieldOf[error.code];
      const fields = field ? { [field]: error.message } : error.fields;
      setErrors(fields);
      if (Object.keys(fields).length === 0) tellFailure(error);
    }
  }

  return { busy, errors, setErrors, run };
}
