export { createProfile, findCaller } from './users.ts';
