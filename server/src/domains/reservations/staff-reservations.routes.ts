import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { cancelForPassenger } from './cancellation/cancel-reservation.ts';
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

  handle(app, staffReservationRoutes.listOfPerson, ({ params, query }) =>
    findPersonReservations(db, params.userId, query),
  );
  handleWrite(app, staffReservationRoutes.showDocuments, ({ trx, actor, params }) => showDocuments(trx, actor, params));
  handleWrite(app, staffReservationRoutes.cancel, ({ trx, actor, params, body }) =>
    cancelForPassenger(trx, actor, notifyDeps, { ...params, ...body }),
  );
  handleWrite(app, staffReservationRoutes.accept, ({ trx, actor, params }) =>
    acceptRequest(trx, actor, params.reservationId),
  );
  handleWrite(
    app,
    staffReservationRoutes.refuse,
    ({ trx, actor, params, body }) => refuseRequest(trx, actor, notifyDeps, { ...params, ...body }),
    { examples: { body: [{ reason: 'O barco deste dia já está fretado.' }] } },
  );
  handleWrite(app, staffReservationRoutes.adjust, ({ trx, actor, params, body }) =>
    adjustReservation(trx, actor, params.reservationId, body),
  );
  handleWrite(app, reservationLinkRoutes.create, async ({ trx, actor, params, body }) => ({
    url: await createPayerLink(trx, actor, config.publicUrl, { ...params, renew: body?.renew ?? false }),
  }));
  handleWrite(app, reservationLinkRoutes.revoke, ({ trx, actor, params }) =>
    revokePayerLinks(trx, actor, params.reservationId),
  );
  handleWrite(app, staffReservationRoutes.changePayer, ({ trx, actor, params, body }) =>
    correctPayer(trx, actor, params.reservationId, body),
  );
  handleWrite(app, staffReservationRoutes.changeHold, ({ trx, actor, params, body }) =>
    changeHold(trx, actor, params.reservationId, body),
  );
  handleWrite(app, staffReservationRoutes.confirm, ({ trx, actor, params }) =>
    confirmReservation(trx, actor, params.reservationId),
  );
  handle(app, staffReservationRoutes.quoteMove, ({ params, query }) =>
    quoteMove(db, params.reservationId, query.tripId),
  );
  handleWrite(app, staffReservationRoutes.move, ({ trx, actor, params, body }) =>
    moveReservation(trx, actor, params.reservationId, body),
  );
}

/** A reservation's page for staff, and what staff writes there for one another. */
export async function staffPageRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, staffReservationRoutes.open, ({ actor, params }) => openForStaff(db, actor, params.reservationId));
  handleWrite(app, staffReservationRoutes.addNote, ({ trx, actor, params, body }) =>
    addNote(trx, actor, params.reservationId, body),
  );
  handleWrite(app, staffReservationRoutes.changeNote, ({ trx, actor, params, body }) =>
    changeNote(trx, actor, params, body),
  );
  handleWrite(app, staffReservationRoutes.deleteNote, ({ trx, actor, params }) => deleteNote(trx, actor, params));
  handleWrite(app, staffReservationRoutes.addTag, ({ trx, actor, params, body }) =>
    addTag(trx, actor, params.reservationId, body),
  );
  handleWrite(app, staffReservationRoutes.removeTag, ({ trx, actor, params }) => removeTag(trx, actor, params));
}

/** Staff bookings of a trip, for clients on site, on the telephone or in WhatsApp, and the waiting list. */
export async function staffBookingRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handleWrite(app, passengerRoutes.reserve, ({ trx, actor, params, body }) =>
    reserveAsStaff(trx, actor, params.tripId, body),
  );
  handle(app, passengerRoutes.quote, ({ params, body }) => readQuoteAsStaff(db, params.tripId, body));
  handleWrite(app, passengerRoutes.changeBoarding, ({ trx, actor, params, body }) =>
    changeBoarding(trx, actor, params.tripId, body),
  );
  handle(app, passengerRoutes.listCandidates, async ({ caller, params, query }) => {
    const data = await findCandidates(db, caller, params.tripId, query.q);
    return { data, page: { number: 1, size: data.length, total: data.length } };
  });
  handleWrite(app, waitingListRoutes.offer, ({ trx, actor, params }) => offerByHand(trx, actor, params));

  handle(app, messageRoutes.listChats, ({ actor, params }) => openTripMessages(db, actor, params.tripId));
  handleWrite(app, messageRoutes.recordChat, ({ trx, actor, params, body }) =>
    recordChat(trx, actor, params.reservationId, body),
  );
  handleWrite(app, messageRoutes.undoChat, ({ trx, actor, params }) =>
    undoChat(trx, actor, params.reservationId, params.messageId),
  );
}
