import { line } from '../fields.ts';
import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { trip, tripFilters, tripList, tripMonthList } from './trips.ts';

export const tripRoutes = {
  list: route('GET', '/trips', {
    access: 'anyone',
    summary: 'Trips, by departure',
    query: tripFilters,
    answer: tripList,
  }),
  listMonths: route('GET', '/trips/months', {
    access: staff,
    summary: 'The months in which trips depart, and how many in each',
    answer: tripMonthList,
  }),
  read: route('GET', '/trips/:id', {
    access: 'anyone',
    summary: 'One trip, by its id or its slug',
    params: { id: line('Passeio', { max: 200 }) },
    answer: trip,
  }),
  readImage: route('GET', '/trips/image/:imageId/:rendition', {
    access: 'anyone',
    summary: 'One rendition of a picture, as in "800.webp"',
    params: { rendition: z.string().max(20) },
  }),
};
