import type { Join } from '~/features/trips/join-button';
import { showAlert } from '~/ui/alert';

/** Enrols in a trip; what that takes is loaded at the first click. */
export const join: Join = async (tripId) => {
  try {
    const { enrol } = await import('~/features/reservations/enrol');
    return await enrol(tripId);
  } catch (error) {
    console.warn('Enrolment could not be loaded', error);
    showAlert('error', 'Houve falha nesta ação');
    return false;
  }
};
