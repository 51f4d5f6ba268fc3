export { deliverLetters, letterWriter, type WriteLetter } from './messages.ts';
