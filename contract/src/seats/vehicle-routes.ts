import { route, staff, staffWith } from '../route.ts';
import {
  vehicle,
  vehicleArchiving,
  vehicleDepartures,
  vehicleDraft,
  vehicleList,
  vehiclePeriod,
  vehicleUpdate,
} from './vehicles.ts';

export const vehicleRoutes = {
  list: route('GET', '/vehicles', { access: staff, summary: 'All vehicles', answer: vehicleList }),
  listDepartures: route('GET', '/vehicles/departures', {
    access: staff,
    summary: 'Which vehicles serve a trip in a period',
    query: vehiclePeriod,
    answer: vehicleDepartures,
  }),
  read: route('GET', '/vehicles/:id', { access: staff, summary: 'A vehicle', answer: vehicle }),
  create: route('POST', '/vehicles', {
    access: staffWith('edit_trips'),
    summary: 'Add a vehicle',
    body: vehicleDraft,
    answer: vehicle,
    status: 201,
    once: true,
    largeBody: true,
  }),
  change: route('PUT', '/vehicles/:id', {
    access: staffWith('edit_trips'),
    summary: 'Change a vehicle; trips that it serves keep the map that they were given',
    body: vehicleUpdate,
    answer: vehicle,
    largeBody: true,
  }),
  archive: route('PUT', '/vehicles/:id/archive', {
    access: staffWith('edit_trips'),
    summary: 'Archive a vehicle, or restore it',
    body: vehicleArchiving,
    answer: vehicle,
  }),
};
