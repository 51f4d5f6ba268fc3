export { correctGuest } from './correct-guest.ts';
export { createGuestPerson } from './create-guest-person.ts';
export { grantRole } from './grant-role.ts';
export { limitPersonLookups } from './limit-person-lookups.ts';
export { findTravellers } from './people.queries.ts';
export { requirePerson } from './people.ts';
export { maskCpf } from './users.present.ts';
export { findPeople, findPerson } from './users.queries.ts';
export { callers, hasUnconfirmedEmail } from './users.ts';
