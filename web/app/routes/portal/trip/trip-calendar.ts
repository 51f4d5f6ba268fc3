import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import ical from 'ical-generator';
import { apiContext, loaded } from '~/lib/render.server';
import type { Route } from './+types/trip-calendar';

/** iCalendar file of a trip. Times are in UTC, so no VTIMEZONE is needed. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const trip = await loaded(context.get(apiContext).call(tripRoutes.read, { params: { id: params.slug } }));
  const { origin } = new URL(request.url);
  const boarding = trip.boardingPoints.map(({ time, place }) => `${time} – ${place}`);
  const calendar = ical({ prodId: '//Passeio//Passeio//PT' });
  calendar.createEvent({
    id: `${trip.id}@${new URL(origin).hostname}`,
    start: new Date(trip.date),
    end: new Date(trip.returnDate),
    stamp: new Date(trip.date),
    summary: trip.title,
    description: [trip.summary, boarding.length > 0 ? `Embarque:\n${boarding.join('\n')}` : '']
      .filter(Boolean)
      .join('\n\n'),
    location: trip.boardingPoints[0]?.place ?? null,
    url: `${origin}/portal/passeio/${trip.slug}`,
  });
  return new Response(calendar.toString(), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${trip.slug}.ics"`,
    },
  });
}
