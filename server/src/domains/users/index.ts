export {
  endCalendarAddress,
  findByCalendarAddress,
  makeCalendarAddress,
  readCalendarAddress,
} from './calendar-addresses.ts';
export { grantRole } from './change-person.ts';
export { issueFirstAccessCode } from './first-access.ts';
export {
  correctGuest,
  createGuestPerson,
  findOrCreateConfirmedGuest,
  findOrCreateGuest,
  findOrCreateUnmailedGuest,
  lockContactOfGuest,
  ownConfirmedEmail,
} from './guests.ts';
export type { LinkOfReservation } from './invitations.ts';
export { personLookups } from './limit-person-lookups.ts';
export { identityByPassword } from './own-password.ts';
export { findTravellers } from './people.queries.ts';
export { requirePerson } from './people.ts';
export { endStaffForDay, staffDayMoments } from './staff-for-a-day.ts';
export { makeStaffInvitationLink } from './staff-invitations.ts';
export { removeGuest, restoreGuest } from './take-back-guests.ts';
export { maskCpf } from './users.present.ts';
export { findPeople, findPerson, type UserRow } from './users.queries.ts';
export { callers, hasUnconfirmedEmail } from './users.ts';
export { cpfSearches } from './watch-cpf-searches.ts';
