export { presentPerson } from './waiting-list.present.ts';
export {
  changeEntry,
  endList,
  firstFitting,
  leaveList,
  markNotified,
  readWaiting,
  tripsToServe,
  type WaitingNotification,
  type WaitingRow,
} from './waiting-list.queries.ts';
export { lockWaiting } from './waiting-list.ts';
