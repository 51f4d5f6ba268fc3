import { id, reservationCode } from '../fields.ts';
import { admin, route, staff, staffWith } from '../route.ts';
import { personCompletion } from '../users/users.ts';
import { z } from '../zod.ts';
import { noteDraft, reservationNote, reservationTags, tagDraft } from './notes-and-tags.ts';
import { participantDocuments } from './participants.ts';
import {
  adjustmentDraft,
  holdChange,
  moveQuote,
  personReservationList,
  personReservationPage,
  requestRefusal,
  reservationDetails,
  reservationMove,
} from './reservations.ts';
import { reservationForStaff, staffCancellation } from './staff-reservation.ts';

/** What staff does with somebody's reservation. */
export const staffReservationRoutes = {
  listOfPerson: route('GET', '/users/:userId/reservations', {
    access: admin,
    summary: "A person's reservations, the newest first",
    query: personReservationPage,
    answer: personReservationList,
  }),
  showDocuments: route('GET', '/reservations/:reservationId/participants/:participantId/documents', {
    access: staffWith('see_documents'),
    summary: 'The documents of one participant, which other answers mask; each reading is audited',
    answer: participantDocuments,
  }),
  open: route('GET', '/reservations/:reservationId/page', {
    access: staff,
    summary:
      'One reservation by id or code with all that its page for staff shows, but for ledger, e-mails and timeline',
    params: { reservationId: id.or(reservationCode).meta({ examples: ['A3K7QX'] }) },
    answer: reservationForStaff,
  }),
  addNote: route('POST', '/reservations/:reservationId/notes', {
    access: staff,
    summary: 'Write a note about a reservation, which only staff reads',
    body: noteDraft,
    answer: reservationNote,
    status: 201,
    once: true,
  }),
  changeNote: route('PUT', '/reservations/:reservationId/notes/:noteId', {
    access: staff,
    summary: 'Change a note: an own one, or as an administrator any',
    body: noteDraft,
    answer: reservationNote,
  }),
  deleteNote: route('DELETE', '/reservations/:reservationId/notes/:noteId', {
    access: staff,
    summary: 'Delete a note: an own one, or as an administrator any',
    answer: z.object({}),
  }),
  addTag: route('POST', '/reservations/:reservationId/tags', {
    access: staff,
    summary: 'Add a tag to a reservation; one that it has changes nothing',
    body: tagDraft,
    answer: reservationTags,
    status: 201,
  }),
  removeTag: route('DELETE', '/reservations/:reservationId/tags/:tagId', {
    access: staff,
    summary: 'Remove a tag from a reservation',
    answer: reservationTags,
  }),
  cancel: route('POST', '/reservations/:reservationId/cancellation', {
    access: staff,
    summary: "Cancel somebody's reservation with the reason, without a penalty unless the client wants it",
    body: staffCancellation,
    answer: reservationDetails,
    once: true,
  }),
  accept: route('POST', '/reservations/:reservationId/acceptance', {
    access: staff,
    summary: 'Accept a request: it is held for its deposit from now on, or booked where none is due; no body',
    answer: reservationDetails,
    once: true,
  }),
  refuse: route('POST', '/reservations/:reservationId/refusal', {
    access: staff,
    summary: 'Refuse a request, with the sentence that the client reads; its places are free',
    body: requestRefusal,
    answer: reservationDetails,
    once: true,
  }),
  adjust: route('POST', '/reservations/:reservationId/adjustments', {
    access: staffWith('confirm_money'),
    summary: 'Give a discount (negative) or charge an extra, with the reason',
    body: adjustmentDraft,
    answer: reservationDetails,
    status: 201,
    once: true,
  }),
  changePayer: route('PUT', '/reservations/:reservationId/payer', {
    access: staff,
    summary: 'Correct the data of a payer without an account; omitted fields stay',
    body: personCompletion,
    answer: reservationDetails,
  }),
  changeHold: route('PUT', '/reservations/:reservationId/hold', {
    access: staff,
    summary: 'Change the deadline of a hold; null for none',
    body: holdChange,
    answer: reservationDetails,
  }),
  confirm: route('POST', '/reservations/:reservationId/confirmation', {
    access: staffWith('confirm_money'),
    summary: 'Book a held reservation without its deposit, or an expired one whose places are free; no body',
    answer: reservationDetails,
    once: true,
  }),
  quoteMove: route('GET', '/reservations/:reservationId/move', {
    access: staff,
    summary: 'What a move to another departure would change',
    query: z.strictObject({ tripId: id }),
    answer: moveQuote,
  }),
  move: route('POST', '/reservations/:reservationId/move', {
    access: staff,
    summary: 'Move a reservation to another departure',
    body: reservationMove,
    answer: reservationDetails,
    once: true,
  }),
};
