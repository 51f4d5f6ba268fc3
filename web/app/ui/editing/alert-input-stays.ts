import type { ApiError } from '~/lib/api';
import { showAlert } from '../feedback/alert';

/** Adds to the toast of a save that got no answer that nothing typed is lost. A refusal keeps its own sentence. */
export function alertInputStays({ isPassing, message }: ApiError): void {
  if (isPassing) showAlert('error', message.replace(/\.?$/, '. O que você digitou continua aqui.'));
}
