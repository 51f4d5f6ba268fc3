export { deliverLetters, letterWriter } from './messages.ts';
