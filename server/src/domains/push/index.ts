export { enqueuePush, pushQueue, pushSender, type QueuedPush } from './push.ts';
