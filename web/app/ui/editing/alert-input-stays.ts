import type { ApiError } from '~/lib/api';
import { showAlert } from '../feedback/alert';

/** Adds to the toast of an unanswered save that nothing typed is lost. */
export function alertInputStays({ isTransient, message }: ApiError): void {
  if (isTransient) showAlert('error', message.replace(/\.?$/, '. O que você digitou continua aqui.'));
}
