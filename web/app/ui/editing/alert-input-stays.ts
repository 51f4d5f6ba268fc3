import type { ApiError } from '~/lib/api';
import { showAlert } from '../feedback/alert';

/** Adds to the toast of an unanswered save that nothing typed is lost. */
export function alertInputStays({ isPassing, message }: ApiError): void {
  if (isPassing) showAlert('error', message.replace(/\.?$/, '. O que você digitou continua aqui.'));
}
