import type { ReservationStatus } from '@passeio/contract/reservation-states';
import type { StatusColor } from '~/ui/feedback/status-badge';

export const reservationStatusColors: Record<ReservationStatus, StatusColor> = {
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
