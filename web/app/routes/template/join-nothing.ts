import type { Join } from '~/features/trips/join-button';
import { showAlert } from '~/ui/feedback/alert';

/** In the style guide nobody is enrolled in anything. */
export const joinNothing: Join = async () => {
  showAlert('info', 'É só um exemplo: nada foi reservado.');
  return false;
};
