export { seatTravellers } from './seat-travellers.ts';
