import { auditFilters, auditList, historyPage } from './audit.ts';
import { admin, route } from './route.ts';

export const auditRoutes = {
  list: route('GET', '/audit', {
    access: admin,
    summary: 'Who did what, when and from where, the newest first',
    query: auditFilters,
    answer: auditList,
  }),
  readHistory: route('GET', '/users/:userId/history', {
    access: admin,
    summary: 'Audit entries about a person, newest first; they outlive the person',
    query: historyPage,
    answer: auditList,
  }),
};
