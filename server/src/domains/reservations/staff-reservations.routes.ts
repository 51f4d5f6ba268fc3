import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import type { App } from '../../deps.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { limitPersonLookups, watchCpfSearches } from '../users/index.ts';
import { cancelForPassenger } from './cancellation/cancel-reservation.ts';
import { type LeftTrips, placesOfMove, placesOfReservation, placesOfTrip } from './changed-places.ts';
import { acceptRequest, refuseRequest } from './changes/answer-request.ts';
import { adjustReservation, changeHold, confirmReservation } from './changes/change-terms.ts';
import { moveReservation, quoteMove } from './changes/move-reservation.ts';
import { offerByHand } from './offers/offers.ts';
import { showDocuments } from './participants/show-documents.ts';
import { createPayerLink, revokePayerLinks } from './payer-links/payer-links.ts';
import { findPersonReservations } from './reservations.ts';
import { readQuoteAsStaff } from './reserve/quote.ts';
import { changeBoarding } from './staff-booking/change-boarding.ts';
import { correctPayer, findCandidates, reserveAsStaff } from './staff-booking/staff-booking.ts';
import { addNote, changeNote, deleteNote } from './staff-page/notes.ts';
import { openForStaff } from './staff-page/staff-page.ts';
import { addTag, removeTag } from './staff-page/tags.ts';
import { openTripMessages, recordChat, undoChat } from './whatsapp/whatsapp-messages.ts';

/** Staff's routes for a reservation's payer, total, deadline, state and departure. */
export async function staffReservationsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  const places = { changes: placesOfReservation(db) };
  const reservations = { changes: 'reservations' } as const;
  const leftTrips: LeftTrips = new WeakMap();

  handle(app, staffReservationRoutes.listOfPerson, ({ params, query }) =>
    findPersonReservations(db, params.userId, query),
  );
  handleWrite(
    app,
    staffReservationRoutes.showDocuments,
    ({ trx, actor, params }) => showDocuments(trx, actor, params),
    {
      changes: 'nothing',
      limit: limited(app, {
        name: 'documents-of-participants',
        max: 300,
        windowMs: 3_600_000,
        by: (request) => callerOf(request).id,
      }),
    },
  );
  handleWrite(
    app,
    staffReservationRoutes.cancel,
    ({ trx, actor, params, body }) => cancelForPassenger(trx, actor, notifyDeps, { ...params, ...body }),
    places,
  );
  handleWrite(
    app,
    staffReservationRoutes.accept,
    ({ trx, actor, params }) => acceptRequest(trx, actor, params.reservationId),
    reservations,
  );
  handleWrite(
    app,
    staffReservationRoutes.refuse,
    ({ trx, actor, params, body }) => refuseRequest(trx, actor, notifyDeps, { ...params, ...body }),
    { ...places, examples: { body: [{ reason: 'O barco deste dia já está fretado.' }] } },
  );
  handleWrite(
    app,
    staffReservationRoutes.adjust,
    ({ trx, actor, params, body }) => adjustReservation(trx, actor, params.reservationId, body),
    reservations,
  );
  handleWrite(
    app,
    reservationLinkRoutes.create,
    async ({ trx, actor, params, body }) => ({
      url: await createPayerLink(trx, actor, config.publicUrl, { ...params, renew: body?.renew ?? false }),
    }),
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    reservationLinkRoutes.revoke,
    async ({ trx, actor, params }) => {
      await revokePayerLinks(trx, actor, params.reservationId);
      return {};
    },
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    staffReservationRoutes.changePayer,
    ({ trx, actor, params, body }) => correctPayer(trx, actor, params.reservationId, body),
    { ...reservations, limit: limitPersonLookups(app) },
  );
  handleWrite(
    app,
    staffReservationRoutes.changeHold,
    ({ trx, actor, params, body }) => changeHold(trx, actor, params.reservationId, body),
    reservations,
  );
  handleWrite(
    app,
    staffReservationRoutes.confirm,
    ({ trx, actor, params }) => confirmReservation(trx, actor, params.reservationId),
    places,
  );
  handle(app, staffReservationRoutes.quoteMove, ({ params, query }) =>
    quoteMove(db, params.reservationId, query.tripId),
  );
  handleWrite(
    app,
    staffReservationRoutes.move,
    async ({ trx, request, actor, params, body }) => {
      const { details, leftTripId } = await moveReservation(trx, actor, params.reservationId, body);
      leftTrips.set(request, leftTripId);
      return details;
    },
    { changes: placesOfMove(leftTrips) },
  );
}

/** A reservation's page for staff, and what staff writes there for one another. */
export async function staffPageRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const changes = 'nothing';

  handle(app, staffReservationRoutes.open, ({ actor, params }) => openForStaff(db, actor, params.reservationId));
  handleWrite(
    app,
    staffReservationRoutes.addNote,
    ({ trx, actor, params, body }) => addNote(trx, actor, params.reservationId, body),
    { changes },
  );
  handleWrite(
    app,
    staffReservationRoutes.changeNote,
    ({ trx, actor, params, body }) => changeNote(trx, actor, params, body),
    { changes },
  );
  handleWrite(
    app,
    staffReservationRoutes.deleteNote,
    async ({ trx, actor, params }) => {
      await deleteNote(trx, actor, params);
      return {};
    },
    { changes },
  );
  handleWrite(
    app,
    staffReservationRoutes.addTag,
    ({ trx, actor, params, body }) => addTag(trx, actor, params.reservationId, body),
    { changes },
  );
  handleWrite(app, staffReservationRoutes.removeTag, ({ trx, actor, params }) => removeTag(trx, actor, params), {
    changes,
  });
}

/** Staff bookings of a trip, for clients on site, on the telephone or in WhatsApp, and the waiting list. */
export async function staffBookingRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handleWrite(
    app,
    passengerRoutes.reserve,
    ({ trx, actor, params, body }) => reserveAsStaff(trx, actor, params.tripId, body),
    { changes: placesOfTrip, limit: limitPersonLookups(app) },
  );
  handle(app, passengerRoutes.quote, ({ params, body }) => readQuoteAsStaff(db, params.tripId, body), {
    changes: 'nothing',
    limit: limited(app, { name: 'staff-quotes', max: 240, windowMs: 60_000 }),
  });
  handleWrite(
    app,
    passengerRoutes.changeBoarding,
    async ({ trx, actor, params, body }) => {
      await changeBoarding(trx, actor, params.tripId, body);
      return {};
    },
    { changes: 'reservations' },
  );
  handle(
    app,
    passengerRoutes.listCandidates,
    async ({ caller, params, query }) => {
      const data = await findCandidates(db, caller, params.tripId, query.q);
      return { data, page: { number: 1, size: data.length, total: data.length } };
    },
    { limit: watchCpfSearches(app) },
  );
  handleWrite(app, waitingListRoutes.offer, ({ trx, actor, params }) => offerByHand(trx, actor, params), {
    changes: placesOfTrip,
  });

  handle(app, messageRoutes.listChats, ({ actor, params }) => openTripMessages(db, actor, params.tripId));
  handleWrite(
    app,
    messageRoutes.recordChat,
    ({ trx, actor, params, body }) => recordChat(trx, actor, params.reservationId, body),
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    messageRoutes.undoChat,
    ({ trx, actor, params }) => undoChat(trx, actor, params.reservationId, params.messageId),
    { changes: 'nothing' },
  );
}
