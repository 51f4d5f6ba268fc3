export { startSeating } from './seat-travellers.ts';
