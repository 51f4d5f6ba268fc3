import { route, staff, staffWith } from '../route.ts';
import {
  crewArchiving,
  crewList,
  crewMember,
  crewMemberDraft,
  crewMemberUpdate,
  tripCrew,
  tripCrewChange,
} from './crew.ts';

export const crewRoutes = {
  list: route('GET', '/crew', { access: staff, summary: 'Guides and drivers with their days', answer: crewList }),
  create: route('POST', '/crew', {
    access: staffWith('edit_trips'),
    summary: 'Add a guide or driver, with an account of staff or without one',
    body: crewMemberDraft,
    answer: crewMember,
    status: 201,
    once: true,
  }),
  change: route('PUT', '/crew/:id', {
    access: staffWith('edit_trips'),
    summary: 'Change a guide or driver; an account that is added boards the departures that they guide',
    body: crewMemberUpdate,
    answer: crewMember,
  }),
  archive: route('PUT', '/crew/:id/archive', {
    access: staffWith('edit_trips'),
    summary: 'Archive a guide or driver, or restore them',
    body: crewArchiving,
    answer: crewMember,
  }),
  readOfTrip: route('GET', '/trips/:tripId/crew', {
    access: staff,
    summary: 'Who may work on a departure, who does, and their conflicts with it',
    answer: tripCrew,
  }),
  changeOfTrip: route('PUT', '/trips/:tripId/crew', {
    access: staff,
    summary:
      'Say who works on a departure; guides with an account board it. Refused with CREW_CONFLICT for somebody new, unless that is accepted',
    body: tripCrewChange,
    answer: tripCrew,
  }),
};
