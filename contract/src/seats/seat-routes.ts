import { everyRole, route, staff, staffWith } from '../route.ts';
import { reservationSeats, seatChanges, tripSeats } from './seats.ts';
import { vehicleSwap, vehicleSwapDraft, vehicleSwapQuery } from './vehicle-swaps.ts';

export const seatRoutes = {
  readOfReservation: route('GET', '/reservations/:reservationId/seats', {
    access: everyRole,
    summary: 'The seats of a reservation, and which others are taken',
    answer: reservationSeats,
    byLink: { name: 'seats' },
  }),
  changeOfReservation: route('PUT', '/reservations/:reservationId/seats', {
    access: everyRole,
    summary: 'Choose seats for people of a reservation; refused as a whole with SEAT_TAKEN',
    body: seatChanges,
    answer: reservationSeats,
    largeBody: true,
    byLink: { name: 'choose-seats' },
  }),
  readOfTrip: route('GET', '/trips/:tripId/seats', {
    access: staff,
    summary: 'Who sits where on a trip',
    answer: tripSeats,
  }),
  changeOfTrip: route('PUT', '/trips/:tripId/seats', {
    access: staff,
    summary: 'Seat people of a trip, or let them change seats; refused as a whole with SEAT_TAKEN',
    body: seatChanges,
    answer: tripSeats,
    largeBody: true,
  }),
  previewSwap: route('GET', '/trips/:tripId/vehicle-swap', {
    access: staff,
    summary: 'What giving a trip these vehicles would do; nothing is saved',
    query: vehicleSwapQuery,
    answer: vehicleSwap,
  }),
  swapVehicles: route('POST', '/trips/:tripId/vehicle-swap', {
    access: staffWith('edit_trips'),
    summary:
      'Give a trip these vehicles as its preview said; refused with SWAP_CHANGED when that would now be another, with VEHICLES_TOO_SMALL, and with VEHICLE_ON_OTHER_TRIP unless that is accepted',
    body: vehicleSwapDraft,
    answer: tripSeats,
    largeBody: true,
  }),
};
