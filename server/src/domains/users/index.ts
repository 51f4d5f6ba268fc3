export { findCaller } from './users.ts';
