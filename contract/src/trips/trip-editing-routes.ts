import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import {
  copiedDatesPreview,
  tripCopies,
  tripCopiesPreview,
  tripImageList,
  tripImageOrder,
  tripPublication,
} from './trip-changes.ts';
import { tripCosts, tripCostsUpdate } from './trip-costs.ts';
import { missingToPublish, newTripDraft, tripUpdate } from './trip-draft.ts';
import { trip, tripList } from './trips.ts';

export const tripEditingRoutes = {
  create: route('POST', '/trips', {
    access: staffWith('edit_trips'),
    summary: 'Create a trip; without what publishing needs it stays a draft, and the answer names what is missing',
    body: newTripDraft,
    answer: trip.extend({ missing: missingToPublish.optional() }),
    status: 201,
    once: true,
    largeBody: true,
  }),
  change: route('PUT', '/trips', {
    access: staffWith('edit_trips'),
    summary:
      'Change a trip; refused with CHANGED_MEANWHILE when its version is no longer the one given, with CAPACITY_TAKEN and TRIP_CHANGE_AFFECTS_PEOPLE for the sake of reservations, and with VEHICLE_ON_OTHER_TRIP or CREW_CONFLICT unless that is accepted',
    body: tripUpdate,
    answer: trip,
    largeBody: true,
  }),
  copy: route('POST', '/trips/:id/copies', {
    access: staffWith('edit_trips'),
    summary: 'Copy a trip to other days, as drafts',
    body: tripCopies,
    answer: tripList,
    status: 201,
    once: true,
  }),
  previewCopies: route('POST', '/trips/:id/copies/preview', {
    access: staffWith('edit_trips'),
    summary: 'The days to which a trip would be copied, with holidays and conflicts; changes nothing',
    body: tripCopiesPreview,
    answer: copiedDatesPreview,
    asks: true,
  }),
  publish: route('PUT', '/trips/:id/publication', {
    access: staffWith('edit_trips'),
    summary: 'Put a trip on the portal or take it off, archive or restore it',
    body: tripPublication,
    answer: trip,
  }),
  addImages: route('POST', '/trips/image/:tripId', {
    access: staffWith('edit_trips'),
    summary: 'Add pictures to a trip: JPEG, PNG or WebP of up to 15 MB each, in one or more parts of a form',
    body: z.object({ images: z.array(z.file()) }),
    answer: tripImageList,
    status: 201,
    upload: true,
  }),
  orderImages: route('PUT', '/trips/image/:tripId', {
    access: staffWith('edit_trips'),
    summary: 'Order the pictures of a trip, describe them, choose the card image',
    body: tripImageOrder,
    answer: tripImageList,
    largeBody: true,
  }),
  removeImage: route('DELETE', '/trips/image/:tripId/:imageId', {
    access: staffWith('edit_trips'),
    summary: 'Remove a picture from a trip',
    answer: tripImageList,
  }),
  changeCosts: route('PUT', '/trips/:tripId/costs', {
    access: staffWith('edit_trips', 'see_money'),
    summary:
      'Replace the costs of a trip; refused with CHANGED_MEANWHILE when their version is no longer the one given',
    body: tripCostsUpdate,
    answer: tripCosts,
    largeBody: true,
  }),
};
