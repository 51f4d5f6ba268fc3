// The waiting list is served in the transaction that frees places; an offer is a held reservation
// (docs/decisions/0044).

export {
  changeWaiter,
  deleteEndedWaitingLinks,
  deleteWaitingCode,
  endWaitingLinks,
  findByWaitingLink,
  findRequested,
  findWaitingCode,
  isKnownOtherwise,
  lockWaitingCode,
  makeWaitingLink,
  storeWaitingCode,
  writeCodeFailures,
} from './waiting-links.queries.ts';
export { presentEntry, presentPerson, sharingOfEntry } from './waiting-list.present.ts';
export {
  changeEntry,
  endList,
  endOffers,
  firstFitting,
  goesAlready,
  hasRoomsLeft,
  leaveList,
  markNotified,
  readWaiting,
  tripsToServe,
  type WaitingNotification,
  type WaitingRow,
  type WaitingWithPerson,
  waitingMoments,
} from './waiting-list.queries.ts';
export { joinWaitingList, leaveWaitingList, lockWaiting, notifyJoined } from './waiting-list.ts';
