export { grantRole } from './users.queries.ts';
export { findCaller } from './users.ts';
