import type { ReservationStatus } from '@passeio/contract/reservation-states';
import type { StatusTone } from '~/ui/feedback/status-badge';

/** How a reservation's status is coloured. */
export const reservationTones: Record<ReservationStatus, StatusTone> = {
  waitlisted: 'waiting',
  held: 'waiting',
  confirmed: 'good',
  paid: 'good',
  boarded: 'good',
  no_show: 'quiet',
  completed: 'quiet',
  expired: 'bad',
  cancelled: 'bad',
};
