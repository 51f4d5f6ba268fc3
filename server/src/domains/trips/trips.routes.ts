import { contractRoutes } from '@passeio/contract/contracts/travel-contract';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import { MAX_TRIP_IMAGES } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip, TripList, tripFilters } from '@passeio/contract/trips/trips';
import type { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import type { Dependency } from '../../platform/changes/change-log.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendIdempotent } from '../../platform/http/idempotency.ts';
import { acceptUploads, uploadedFiles } from '../../platform/http/uploads.ts';
import { changeCosts } from './costs/trip-costs.ts';
import { changeTrip, publishTrip } from './editing/change-trip.ts';
import { previewCopies } from './editing/copied-dates.ts';
import { copyTrip, planCopies } from './editing/copy-trip.ts';
import { createTrip } from './editing/create-trip.ts';
import { changeTripContract, readTripContract } from './editing/trip-contract.ts';
import { openRendition, parseRendition } from './images/images.ts';
import { addImages, orderImages, removeTripImage } from './images/trip-images.ts';
import { seriesChangeRoutes } from './series/series.routes.ts';
import type { TripFollower } from './trip/trip-follower.ts';
import { readDepartures } from './trip/trip-vehicles.ts';
import { findTripMonths, findTrips, readTrip } from './trips.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;
const exampleCosts = {
  ...{ vehicleCents: 320_000, guideCents: 35_000, otherCents: 0 },
  ...{ ticketCents: 4_500, mealCents: 3_800, version: 0 },
};

export async function tripsRoutes(app: App, deps: { follower: TripFollower }): Promise<void> {
  const { db, storage } = app.deps;
  await app.register(tripEditing, deps);
  await app.register(tripImages);
  await app.register(seriesChangeRoutes, deps);

  handle(app, tripRoutes.list, ({ request, query }) => findTrips(db, request.caller, query), {
    public: { dependsOn: dependenciesOfList },
  });
  handle(app, tripRoutes.listMonths, () => findTripMonths(db));
  handle(app, tripRoutes.read, ({ request, params }) => readTrip(db, request.caller, params.id), {
    public: { dependsOn: ({ id }: Trip): Dependency[] => [`trip:${id}`, `places:${id}`] },
  });
  handle(app, tripRoutes.readImage, async ({ params, reply }) => {
    const rendition = parseRendition(params.rendition);
    const content = rendition && (await openRendition(storage, params.imageId, rendition));
    if (!content) throw new AppError('NOT_FOUND');
    // Immutable: a new picture has a new id.
    return reply
      .header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`)
      .type(rendition.mediaType)
      .send(content);
  });
  handle(app, vehicleRoutes.listDepartures, ({ query }) => readDepartures(db, query));
}

async function tripEditing(app: App, { follower }: { follower: TripFollower }): Promise<void> {
  const { db, storage, jobs } = app.deps;

  handleWrite(app, tripEditingRoutes.create, async ({ trx, actor, body: { missing, ...draft } }) => {
    const trip = await createTrip(trx, actor, draft);
    return missing.length > 0 ? { ...trip, missing } : trip;
  });
  handleWrite(app, tripEditingRoutes.change, ({ trx, actor, body }) => changeTrip(trx, { actor, follower }, body));
  handle(
    app,
    tripEditingRoutes.copy,
    async ({ actor, params, body, request, reply }) => {
      const plans = await planCopies({ db, jobs }, params.id, body);
      return sendIdempotent(db, request, reply, 201, async (trx) => {
        const { dates: _, rule: __, ...options } = body;
        const data = await copyTrip(trx, storage, actor, params.id, { plans, ...options });
        return { data, page: { number: 1, size: data.length, total: data.length } };
      });
    },
    { runsOnce: true },
  );
  handle(app, tripEditingRoutes.previewCopies, ({ params, body }) => previewCopies(db, params.id, body));
  handleWrite(app, tripEditingRoutes.publish, ({ trx, actor, params, body }) =>
    publishTrip(trx, actor, params.id, body),
  );
  handleWrite(
    app,
    tripEditingRoutes.changeCosts,
    ({ trx, actor, params, body }) => changeCosts(trx, actor, params.tripId, body),
    { examples: { body: [exampleCosts] } },
  );
  handle(app, contractRoutes.readOfTrip, ({ params }) => readTripContract(db, params.tripId));
  handleWrite(
    app,
    contractRoutes.changeOfTrip,
    ({ trx, actor, params, body }) => changeTripContract(trx, actor, params.tripId, body),
    { examples: { body: [{ kind: 'own', text: 'Termos de {passeio} para {cliente}.' }] } },
  );
}

// Each returns all pictures of the trip.
async function tripImages(app: App): Promise<void> {
  // A plugin context of its own: only this route parses multipart.
  await app.register(async (uploads: App) => {
    await acceptUploads(uploads, { files: MAX_TRIP_IMAGES, megabytes: 15 });
    handle(uploads, tripEditingRoutes.addImages, ({ actor, params, request }) =>
      addImages(app.deps, actor, params.tripId, uploadedFiles(request)),
    );
  });
  handle(app, tripEditingRoutes.orderImages, ({ actor, params, body }) =>
    orderImages(app.deps, actor, params.tripId, body),
  );
  handle(app, tripEditingRoutes.removeImage, ({ actor, params }) =>
    removeTripImage(app.deps, actor, params.tripId, params.imageId),
  );
}

// A list depends on the operator (time zone) and all trips; on their places only if it filters or sorts by them, or
// sums them.
function dependenciesOfList({ data }: TripList, { isFull, sort, folded }: z.output<typeof tripFilters>): Dependency[] {
  const isByPlaces = folded || isFull !== undefined || sort === 'places' || sort === '-places';
  const places = isByPlaces ? (['places'] as const) : data.map(({ id }) => `places:${id}` as const);
  return ['operator', 'trips', ...places];
}
