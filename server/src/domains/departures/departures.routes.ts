import { calendarAddressRoutes } from '@passeio/contract/departures/calendar-address';
import { choiceRoutes } from '@passeio/contract/departures/choice-routes';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { addressOf } from '@passeio/contract/route';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { endCalendarAddress, makeCalendarAddress, readCalendarAddress } from '../users/index.ts';
import { readCalendar } from './calendar.ts';
import { readCalendarFile } from './calendar-file.ts';
import { cancelDeparture, previewCancellation, readProgress, undoCancellation } from './cancel-departure.ts';
import { createChoiceLink, makeChoiceByLink, makeOwnChoice, readChoiceByLink, readOwnChoice } from './choices.ts';
import { listDepartures, readDeparture } from './departures.ts';
import { guaranteeDeparture, undoGuarantee } from './guarantee.ts';

const exampleCancellation = { reason: 'Previsão de chuva forte na serra.', chooseUntil: '2026-12-04' };
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const exampleChoice = { kind: 'credit', amountCents: 26_460 };

/** Whether departures take place, for staff. */
export async function departuresRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  await app.register(departureChoicesRoutes);
  await app.register(calendarAddresses);

  handle(app, departureRoutes.list, ({ query }) => listDepartures(db, query));
  handle(app, departureRoutes.readCalendar, ({ query }) => readCalendar(db, query));
  handleWrite(app, departureRoutes.guarantee, ({ trx, actor, params }) =>
    guaranteeDeparture(trx, actor, params.tripId),
  );
  handleWrite(app, departureRoutes.undoGuarantee, ({ trx, actor, params, query }) =>
    undoGuarantee(trx, actor, params.tripId, query),
  );

  handle(app, departureRoutes.previewCancellation, ({ params }) => previewCancellation(db, params.tripId));
  handle(app, departureRoutes.readCancellation, ({ params }) => readProgress({ db, jobs }, params.tripId));
  // Off sale and back: lists of trips change too.
  handleWrite(
    app,
    departureRoutes.cancel,
    async ({ trx, actor, params, body }) => {
      await cancelDeparture(trx, actor, params.tripId, body);
      return readProgress({ db: trx, jobs }, params.tripId);
    },
    { examples: { body: [exampleCancellation] } },
  );
  handleWrite(app, departureRoutes.undoCancellation, async ({ trx, actor, params }) => {
    await undoCancellation(trx, actor, params.tripId);
    return readDeparture(trx, params.tripId);
  });
  handleWrite(app, departureRoutes.createChoiceLink, ({ trx, actor, params }) =>
    createChoiceLink(trx, actor, config.publicUrl, params),
  );
}

/** The secret address at which a calendar reads departures. */
async function calendarAddresses(app: App): Promise<void> {
  const { db, config } = app.deps;
  const { publicUrl } = config;

  handle(app, calendarAddressRoutes.readCalendarAddress, async ({ caller }) => ({
    madeAt: (await readCalendarAddress(db, caller.id))?.toISOString() ?? null,
  }));
  handleWrite(app, calendarAddressRoutes.makeCalendarAddress, async ({ trx, actor }) => {
    const { secret, madeAt } = await makeCalendarAddress(trx, actor);
    const url = publicUrl + addressOf(calendarAddressRoutes.readCalendarFile, { secret });
    return { url, madeAt: madeAt.toISOString() };
  });
  handleWrite(app, calendarAddressRoutes.endCalendarAddress, async ({ trx, actor }) => {
    await endCalendarAddress(trx, actor);
    return { madeAt: null };
  });
  handle(app, calendarAddressRoutes.readCalendarFile, async ({ params, reply }) => {
    const file = await readCalendarFile(db, publicUrl, params.secret);
    return sendFile(reply.header('x-robots-tag', 'noindex, nofollow'), file);
  });
}

/** What payers choose after the operator cancelled their departure: signed in, or with a link. */
async function departureChoicesRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };

  handle(app, choiceRoutes.readChoice, ({ caller, params }) => readOwnChoice(db, caller, params.reservationId));
  handleWrite(
    app,
    choiceRoutes.choose,
    ({ trx, actor, params, body }) => makeOwnChoice(trx, actor, notifyDeps, params.reservationId, body),
    { examples: { body: [exampleChoice] } },
  );
  handle(app, choiceRoutes.readChoiceByLink, ({ body }) => readChoiceByLink(db, body.token), {
    examples: { body: [{ token: exampleToken }] },
  });
  handleWrite(
    app,
    choiceRoutes.chooseByLink,
    ({ trx, actor, body }) => makeChoiceByLink(trx, actor, notifyDeps, body.token, body.choice),
    { examples: { body: [{ token: exampleToken, choice: exampleChoice }] } },
  );
}
