import { route, staff } from '../route.ts';
import {
  doorCharge,
  doorDue,
  doorPayment,
  doorPaymentFilters,
  doorPaymentList,
  doorPaymentRefusal,
  doorPaymentToReview,
  guideDoorCharge,
  guideDoorPayment,
} from './door-payments.ts';
import { charge } from './payments.ts';

/** Money at the boarding point, taken by staff and by guides, whose sessions are in bodies, so that they are in no log. */
export const doorPaymentRoutes = {
  recordAtDoor: route('POST', '/trips/:tripId/door-payments', {
    access: staff,
    summary: 'Record cash of a reservation that boards this trip, once however often it is sent',
    body: doorPayment,
    answer: doorDue,
  }),
  recordAtDoorAsGuide: route('POST', '/guide/door-payments', {
    access: 'anyone',
    summary: 'Record cash that a guide took, which staff confirms or refuses',
    body: guideDoorPayment,
    answer: doorDue,
  }),
  requestDoorCharge: route('POST', '/trips/:tripId/door-charges', {
    access: staff,
    summary: 'The open charge of what a reservation that boards this trip still has to pay',
    body: doorCharge,
    answer: charge,
  }),
  requestDoorChargeAsGuide: route('POST', '/guide/door-charges', {
    access: 'anyone',
    summary: "The same in a guide's session",
    body: guideDoorCharge,
    answer: charge,
  }),
  listDoorPayments: route('GET', '/payments/door-payments', {
    access: staff,
    summary: 'Cash that guides took and that waits for staff, the oldest first',
    query: doorPaymentFilters,
    answer: doorPaymentList,
  }),
  confirmDoorPayment: route('POST', '/payments/door-payments/:doorPaymentId/confirmation', {
    access: staff,
    summary: 'Confirm that cash which a guide took has arrived: it is recorded as a payment',
    answer: doorPaymentToReview,
    once: true,
  }),
  refuseDoorPayment: route('POST', '/payments/door-payments/:doorPaymentId/refusal', {
    access: staff,
    summary: 'Refuse cash which a guide said to have taken: it does not count',
    body: doorPaymentRefusal,
    answer: doorPaymentToReview,
    once: true,
  }),
};
