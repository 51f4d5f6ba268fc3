import { vehicleDepartures, vehiclePeriod } from '@passeio/contract/seats/vehicles';
import type { App } from '../../../deps.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { readDepartures } from './trip-vehicles.ts';

/** Where vehicles are, for staff who plans trips. */
export async function tripVehiclesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/vehicles/departures',
    {
      schema: {
        tags: ['vehicles'],
        summary: 'Which vehicles serve a trip in a period',
        querystring: vehiclePeriod,
        response: { 200: vehicleDepartures, ...errorResponses() },
      },
    },
    (request) => readDepartures(db, request.query),
  );
}
