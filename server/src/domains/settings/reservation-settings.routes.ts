import { reservationSettings, reservationSettingsUpdate } from '@passeio/contract/operator/settings';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { changeReservationSettings, readReservationSettings } from './reservation-settings.ts';

const tags = ['settings'];
const EXAMPLE_RULES = {
  holdMinutes: 1440,
  shortestHoldMinutes: 30,
  lastMomentMinutes: 120,
  offerMinutes: 240,
  requestMinutes: 1440,
  bankCheckMinutes: 60,
  balanceDueHours: 48,
  transferHours: 48,
  withdrawalDays: 7,
  refundDays: 10,
  receiptDays: 90,
  listDays: 90,
  unpaidPlaces: 40,
  pauseMinutes: 60,
  withdrawalRight: true,
};

export async function reservationSettingsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/settings/reservations',
    {
      schema: {
        tags,
        summary: 'How long places are held, when balances are due and until when clients may change participants',
        response: { 200: reservationSettings, ...errorResponses() },
      },
    },
    () => readReservationSettings(db),
  );

  app.put(
    '/settings/reservations',
    {
      config: { changes: 'operator' },
      schema: {
        tags,
        summary: 'Change the settings of reservations; deadlines that were set before stay',
        body: reservationSettingsUpdate.meta({ examples: [EXAMPLE_RULES] }),
        response: { 200: reservationSettings, ...errorResponses() },
      },
    },
    (request) => changeReservationSettings(db, actorOf(request), request.body),
  );
}
