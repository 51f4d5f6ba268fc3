import { formatLongMoment } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { findAlert } from '../trip-alerts/index.ts';
import { findTrip } from '../trips/index.ts';
import { kind, type Readers } from './facts.ts';

/** E-mails about the next date of a trip. Their link leads to the alert, to confirm or end it. */
export const alertEmails: Readers<'alertAsked' | 'alertNewDate'> = {
  alertAsked: kind({
    read: (db, { alertId }) => findAlert(db, alertId),
    applies: ({ confirmed_at }) => confirmed_at === null,
    data: ({ id, name, title }) => ({ name, trip: title, link: { does: 'tripAlert', alertId: id } }),
  }),
  alertNewDate: kind({
    read: async (db, { alertId, tripId }) => {
      const [alert, trip] = await Promise.all([findAlert(db, alertId), findTrip(db, 'id', tripId)]);
      return alert && trip && { alert, trip };
    },
    applies: ({ trip }) => trip.is_active && !trip.cancelled_at && trip.departs_at > new Date(),
    data: ({ alert, trip }, { publicUrl, timeZone }) => ({
      name: alert.name,
      trip: trip.title,
      departure: formatLongMoment(trip.departs_at.toISOString(), timeZone),
      priceCents: trip.price_cents,
      page: publicUrl + pagePaths.trip(trip.slug),
      link: { does: 'tripAlert', alertId: alert.id },
    }),
  }),
};
