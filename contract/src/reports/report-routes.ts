import { route, staffWith } from '../route.ts';
import { report, reportExportQuery, reportQuery } from './reports.ts';

/** Numbers of a period, for staff who sees money. */
export const reportRoutes = {
  read: route('GET', '/reports', {
    access: staffWith('see_money'),
    summary: 'A report of a period, of all trips or of one',
    query: reportQuery,
    answer: report,
  }),
  export: route('GET', '/reports/export', {
    access: staffWith('see_money'),
    summary: 'The same as a file',
    query: reportExportQuery,
  }),
};
