import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';

/** Whether somebody else was faster; says so. */
export function wasJudgedByAnother(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'RECEIPT_REVIEWED') {
    showAlert('info', 'Outra pessoa já conferiu este comprovante.');
    return true;
  }
  if (error.code === 'RECEIPT_NOT_FOUND') {
    showAlert('info', error.message);
    return true;
  }
  return false;
}
