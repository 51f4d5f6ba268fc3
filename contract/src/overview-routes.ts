import { overview, overviewReservationFilters, overviewReservationList, overviewToday } from './overview.ts';
import { admin, route, staff } from './route.ts';

export const overviewRoutes = {
  read: route('GET', '/overview', {
    access: admin,
    summary: "The day's work and the company's numbers",
    answer: overview,
  }),
  readToday: route('GET', '/overview/today', {
    access: staff,
    summary: 'What staff works through today',
    answer: overviewToday,
  }),
  listReservations: route('GET', '/overview/reservations', {
    access: staff,
    summary: 'A list of reservations with its sum; what the company is to receive for administrators only',
    query: overviewReservationFilters,
    answer: overviewReservationList,
  }),
};
