import { route, staff, staffWith } from '../route.ts';
import { calendarPeriod, departureCalendar } from './departure-calendar.ts';
import {
  cancellationPreview,
  cancellationProgress,
  choiceLink,
  departureCancellationDraft,
} from './departure-cancellations.ts';
import { departure, departureFilters, departureList, guaranteeUndoing } from './departures.ts';

export const departureRoutes = {
  list: route('GET', '/departures', {
    access: staff,
    summary: 'Coming departures with what their decision follows from, those that ask for it first',
    query: departureFilters,
    answer: departureList,
  }),
  readCalendar: route('GET', '/departures/calendar', {
    access: staff,
    summary: 'Departures of some days with their vehicles and guides, and which of these are on two at once',
    query: calendarPeriod,
    answer: departureCalendar,
  }),
  guarantee: route('PUT', '/trips/:tripId/guarantee', {
    access: staffWith('cancel_departures'),
    summary: 'Promise that a trip departs; its people are notified by e-mail two minutes later, once',
    answer: departure,
  }),
  undoGuarantee: route('DELETE', '/trips/:tripId/guarantee', {
    access: staffWith('cancel_departures'),
    summary: 'Take a guarantee back; refused with GUARANTEE_TOLD once its people were notified, unless `told` says so',
    query: guaranteeUndoing,
    answer: departure,
  }),
  previewCancellation: route('GET', '/trips/:tripId/cancellation/preview', {
    access: staff,
    summary: 'What cancelling a departure would do',
    answer: cancellationPreview,
  }),
  readCancellation: route('GET', '/trips/:tripId/cancellation', {
    access: staff,
    summary: 'How far the cancellation of a departure is: who was notified, what they chose, what remains open',
    answer: cancellationProgress,
  }),
  cancel: route('POST', '/trips/:tripId/cancellation', {
    access: staffWith('cancel_departures'),
    summary:
      'Cancel a departure for everybody: off sale at once, its people are notified two minutes later, and payers who have paid choose',
    body: departureCancellationDraft,
    answer: cancellationProgress,
  }),
  undoCancellation: route('DELETE', '/trips/:tripId/cancellation', {
    access: staffWith('cancel_departures'),
    summary: 'Take a cancellation back; refused with CANCELLATION_TOLD once its people are being notified',
    answer: departure,
  }),
  createChoiceLink: route('POST', '/trips/:tripId/cancellation/reservations/:reservationId/link', {
    access: staffWith('see_money'),
    summary: "The payer's link of a reservation whose payer has not chosen, for staff to send",
    answer: choiceLink,
  }),
};
