import { id } from '@passeio/contract/fields';
import { personReservationList, personReservationPage } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { findPersonReservations } from './reservations.ts';

export async function personReservationsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/users/:userId/reservations',
    {
      schema: {
        tags: ['users'],
        summary: "A person's reservations, the newest first",
        params: z.object({ userId: id }),
        querystring: personReservationPage,
        response: { 200: personReservationList, ...errorResponses() },
      },
    },
    (request) => findPersonReservations(db, request.params.userId, request.query),
  );
}
