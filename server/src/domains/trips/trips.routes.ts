import { id, line } from '@passeio/contract/fields';
import { type Trip, type TripList, trip, tripFilters, tripList, tripMonthList } from '@passeio/contract/trips/trips';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import type { Dependency } from '../../platform/changes/change-log.ts';
import { AppError } from '../../platform/http/errors.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { tripCostsRoutes } from './costs/trip-costs.routes.ts';
import { tripEditingRoutes } from './editing/trip-editing.routes.ts';
import { openRendition, parseRendition } from './images/images.ts';
import { tripImagesRoutes } from './images/trip-images.routes.ts';
import type { TripFollower } from './trip-follower.ts';
import { findTripMonths, findTrips, readTrip } from './trips.ts';
import { tripVehiclesRoutes } from './vehicles/trip-vehicles.routes.ts';

const tags = ['trips'];
const ONE_YEAR_S = 365 * 24 * 60 * 60;

export async function tripsRoutes(app: App, parts: { follower: TripFollower }): Promise<void> {
  const { db, storage } = app.deps;
  await app.register(tripEditingRoutes, parts);
  await app.register(tripImagesRoutes);
  await app.register(tripCostsRoutes);
  await app.register(tripVehiclesRoutes);

  app.get(
    '/trips',
    {
      config: { public: { dependsOn: dependenciesOfList } },
      schema: {
        tags,
        summary: 'Trips, by departure',
        querystring: tripFilters,
        response: { 200: tripList, ...errorResponses() },
      },
    },
    (request) => findTrips(db, request.caller, request.query),
  );

  app.get(
    '/trips/months',
    {
      schema: {
        tags,
        summary: 'The months in which trips depart, and how many in each',
        response: { 200: tripMonthList, ...errorResponses() },
      },
    },
    () => findTripMonths(db),
  );

  app.get(
    '/trips/:id',
    {
      config: { public: { dependsOn: ({ id }: Trip): Dependency[] => [`trip:${id}`, `places:${id}`] } },
      schema: {
        tags,
        summary: 'One trip, by its id or its slug',
        params: z.object({ id: line('Passeio', { max: 200 }) }),
        response: { 200: trip, ...errorResponses() },
      },
    },
    (request) => readTrip(db, request.caller, request.params.id),
  );

  app.get(
    '/trips/image/:imageId/:rendition',
    {
      schema: {
        tags,
        summary: 'One rendition of a picture, as in "800.webp"',
        params: z.object({ imageId: id, rendition: z.string().max(20) }),
      },
    },
    async (request, reply) => {
      const rendition = parseRendition(request.params.rendition);
      const content = rendition && (await openRendition(storage, request.params.imageId, rendition));
      if (!content) throw new AppError('NOT_FOUND');
      // Immutable: a new picture has a new id.
      return reply
        .header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`)
        .type(rendition.mediaType)
        .send(content);
    },
  );
}

// A list depends on the operator (time zone) and all trips; on their places only if it filters or sorts by them.
function dependenciesOfList({ data }: TripList, { isFull, sort }: z.output<typeof tripFilters>): Dependency[] {
  const isByPlaces = isFull !== undefined || sort === 'places' || sort === '-places';
  const places = isByPlaces ? (['places'] as const) : data.map(({ id }) => `places:${id}` as const);
  return ['operator', 'trips', ...places];
}
