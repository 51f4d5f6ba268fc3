import { contractAcceptance, reservationContract } from '../contracts/accepted-contract.ts';
import { id, reservationCode } from '../fields.ts';
import { everyRole, route } from '../route.ts';
import { z } from '../zod.ts';
import { reservationAnswers } from './answers.ts';
import { cancellationDraft, cancellationQuery, cancellationQuote } from './cancellation.ts';
import { minorStatementDraft } from './minor-statement.ts';
import { companionList, participantChange, participantLink } from './participants.ts';
import { extraAddition, participantAddition, partyBoarding, reservation, reservationDetails } from './reservations.ts';
import { roomsChange } from './rooms.ts';
import { splitChange } from './shares.ts';
import { timeline, timelineQuery } from './timeline.ts';
import { travelAuthorizationChange } from './travel-authorization.ts';
import { voucher, voucherExportQuery } from './voucher.ts';

const params = { reservationId: id.or(reservationCode).meta({ examples: ['A3K7QX'] }) };

/** A reservation for its payer, and for staff as far as they may. */
export const reservationRoutes = {
  read: route('GET', '/reservations/:reservationId', {
    access: everyRole,
    summary: 'One reservation by id or code, for its payer and staff',
    params,
    answer: reservationDetails,
    byLink: { name: 'read' },
  }),
  readTimeline: route('GET', '/reservations/:reservationId/timeline', {
    access: everyRole,
    summary: 'What happened to a reservation, the oldest first; for its payer in friendly words, for staff in full',
    query: timelineQuery,
    answer: timeline,
    byLink: { name: 'timeline' },
  }),
  readVoucher: route('GET', '/reservations/:reservationId/voucher', {
    access: everyRole,
    summary: 'The voucher of a confirmed reservation, by id or code, for its payer and staff',
    params,
    answer: voucher,
    byLink: { name: 'voucher' },
  }),
  exportVoucher: route('GET', '/reservations/:reservationId/voucher/export', {
    access: everyRole,
    summary: 'The voucher as a file: one page to print, or an event for calendars that starts at the boarding',
    params,
    query: voucherExportQuery,
    byLink: { name: 'voucher-file' },
  }),
  readContract: route('GET', '/reservations/:reservationId/contract', {
    access: everyRole,
    summary: 'The travel contract of a reservation, as it was accepted or is to be; for its payer and staff',
    params,
    answer: reservationContract,
    byLink: { name: 'contract' },
  }),
  acceptContract: route('POST', '/reservations/:reservationId/contract', {
    access: everyRole,
    summary: 'Accept the contract, or record that the payer did by telephone; 409 with the text if it is another one',
    body: contractAcceptance,
    answer: reservationContract,
    byLink: { name: 'contract-acceptance' },
  }),
  exportContract: route('GET', '/reservations/:reservationId/contract/export', {
    access: everyRole,
    summary: 'The accepted contract as PDF',
    params,
    byLink: { name: 'contract-file' },
  }),
  quoteCancellation: route('GET', '/reservations/:reservationId/cancellation', {
    access: everyRole,
    summary: 'What cancelling costs and gives back now, and why; for the payer and staff',
    query: cancellationQuery,
    answer: cancellationQuote,
    byLink: { name: 'cancellation' },
  }),
  cancel: route('POST', '/reservations/:reservationId/cancel', {
    access: everyRole,
    summary: 'Cancel an own reservation or some of its people, for the refund of the quote; 409 with the new quote',
    body: cancellationDraft,
    answer: reservation,
    once: true,
    byLink: { name: 'cancel', proof: 'withMoney', onRequest: true },
  }),
  changeBoarding: route('PUT', '/reservations/:reservationId/boarding', {
    access: everyRole,
    summary: 'Change where the whole party boards; null: to be agreed',
    body: partyBoarding,
    answer: reservationDetails,
    byLink: { name: 'boarding' },
  }),
  changeRooms: route('PUT', '/reservations/:reservationId/rooms', {
    access: everyRole,
    summary: "Give the people of a reservation other rooms of the trip, at today's prices",
    body: roomsChange,
    answer: reservationDetails,
    byLink: { name: 'rooms', proof: 'withMoney' },
  }),
  changeAnswers: route('PUT', '/reservations/:reservationId/answers', {
    access: everyRole,
    summary: 'Answer the questions that the trip asks once of a reservation; null deletes, what is left out stays',
    body: reservationAnswers,
    answer: reservationDetails,
    byLink: { name: 'answers' },
  }),
  stateForMinors: route('PUT', '/reservations/:reservationId/minor-statement', {
    access: everyRole,
    summary: "Say once, as the responsible adult, that a reservation's minors may travel; staff writes who said it",
    body: minorStatementDraft,
    answer: reservationDetails,
    byLink: { name: 'minor-statement' },
  }),
  changeAuthorization: route('PUT', '/reservations/:reservationId/participants/:participantId/authorization', {
    access: everyRole,
    summary: 'Say that somebody under 16 travels without a parent, and until when their authorisation is valid',
    body: travelAuthorizationChange,
    answer: reservationDetails,
    byLink: { name: 'authorization' },
  }),
  sendAuthorization: route('PUT', '/reservations/:reservationId/participants/:participantId/authorization/file', {
    access: everyRole,
    summary: 'Send the signed authorisation: JPEG, PNG, WebP or PDF of up to 10 MB; an earlier one is replaced',
    body: z.object({ file: z.file() }),
    answer: reservationDetails,
    upload: true,
    byLink: { name: 'authorization-file' },
  }),
  printAuthorization: route('GET', '/reservations/:reservationId/participants/:participantId/authorization/form', {
    access: everyRole,
    summary: 'The authorisation to be signed as PDF, filled in as far as the data are known',
    // It shows data that the payer's link masks.
    byLink: { name: 'authorization-form', proof: 'always' },
  }),
  listCompanions: route('GET', '/reservations/me/companions', {
    access: everyRole,
    summary: "The people of the caller's reservations, the latest first, to fill in forms with",
    answer: companionList,
  }),
  addParticipant: route('POST', '/reservations/:reservationId/participants', {
    access: everyRole,
    summary: 'Add a participant, for its payer until the deadline and for staff until departure',
    body: participantAddition,
    answer: reservationDetails,
    status: 201,
    once: true,
    byLink: { name: 'add-participant' },
  }),
  changeParticipant: route('PUT', '/reservations/:reservationId/participants/:participantId', {
    access: everyRole,
    summary: "Change a participant's data, companion or fare, or replace the person",
    body: participantChange,
    answer: reservationDetails,
    // Who replaces somebody in a paid place is asked for a proof by the handler.
    byLink: { name: 'participants' },
  }),
  removeParticipant: route('DELETE', '/reservations/:reservationId/participants/:participantId', {
    access: everyRole,
    summary: 'Remove a participant; the others stay',
    answer: reservationDetails,
    byLink: { name: 'remove-participant', proof: 'withMoney' },
  }),
  addExtra: route('POST', '/reservations/:reservationId/extras', {
    access: everyRole,
    summary: "Add an extra of the trip at today's price, for its payer while it is sold and for staff until departure",
    body: extraAddition,
    answer: reservationDetails,
    status: 201,
    once: true,
    byLink: { name: 'extras' },
  }),
  removeExtra: route('DELETE', '/reservations/:reservationId/extras/:lineId', {
    access: everyRole,
    summary: 'Remove an extra, a line of the reservation; the payer only where nothing is kept of its price',
    answer: reservationDetails,
    byLink: { name: 'remove-extra', proof: 'withMoney', onRequest: true },
  }),
  splitPayment: route('PUT', '/reservations/:reservationId/split', {
    access: { roles: everyRole, needs: ['see_money'] },
    summary: 'Have the participants pay a share each, by their links, or the payer everything again',
    body: splitChange,
    answer: reservationDetails,
    byLink: { name: 'split' },
  }),
  createLink: route('POST', '/reservations/:reservationId/participants/:participantId/link', {
    access: everyRole,
    summary: 'Make a link with which a participant fills in their data and pays their share; an older one ends',
    answer: participantLink,
    status: 201,
    // It shows data that the payer's link masks.
    byLink: { name: 'participant-link', proof: 'always' },
  }),
  revokeLink: route('DELETE', '/reservations/:reservationId/participants/:participantId/link', {
    access: everyRole,
    summary: "End a participant's link, if there is one",
    answer: z.object({}),
  }),
};
