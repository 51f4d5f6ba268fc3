import { id } from '@passeio/contract/fields';
import { MAX_TRIP_IMAGES, tripImageList, tripImageOrder } from '@passeio/contract/trips/trip-changes';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import { extendBodyDeadline } from '../../../platform/http/body-deadline.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { acceptUploads, uploadedFiles } from '../../../platform/http/uploads.ts';
import { addImages, orderImages, removeTripImage } from './trip-images.ts';

const tags = ['trips'];

function tripOf({ params }: FastifyRequest): Change {
  return `trip:${(params as { tripId: string }).tripId}`;
}

/** Staff's routes for a trip's pictures; each returns all of them. */
export async function tripImagesRoutes(app: App): Promise<void> {
  await app.register(uploadRoute);

  app.put(
    '/trips/image/:tripId',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: tripOf },
      schema: {
        tags,
        summary: 'Order the pictures of a trip, describe them, choose the card image',
        params: z.object({ tripId: id }),
        body: tripImageOrder,
        response: { 200: tripImageList, ...errorResponses() },
      },
    },
    (request) => orderImages(app.deps, actorOf(request), request.params.tripId, request.body),
  );

  app.delete(
    '/trips/image/:tripId/:imageId',
    {
      config: { changes: tripOf },
      schema: {
        tags,
        summary: 'Remove a picture from a trip',
        params: z.object({ tripId: id, imageId: id }),
        response: { 200: tripImageList, ...errorResponses() },
      },
    },
    (request) => removeTripImage(app.deps, actorOf(request), request.params.tripId, request.params.imageId),
  );
}

// A plugin context of its own: only these routes parse multipart.
async function uploadRoute(app: App): Promise<void> {
  await acceptUploads(app, { files: MAX_TRIP_IMAGES, megabytes: 15 });

  app.post(
    '/trips/image/:tripId',
    {
      config: { changes: tripOf },
      preParsing: extendBodyDeadline,
      // Documented only; the files are streamed.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorCompiler(route as never)),
      schema: {
        tags,
        summary: 'Add pictures to a trip: JPEG, PNG or WebP of up to 15 MB each, in one or more parts of a form',
        consumes: ['multipart/form-data'],
        params: z.object({ tripId: id }),
        body: z.object({ images: z.array(z.file()) }),
        response: { 201: tripImageList, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const images = await addImages(app.deps, actorOf(request), request.params.tripId, uploadedFiles(request));
      return reply.status(201).send(images);
    },
  );
}
