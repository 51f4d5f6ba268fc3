export { completePerson } from './complete-person.ts';
export { grantRole } from './grant-role.ts';
export { findTravellers } from './people.queries.ts';
export { requirePerson } from './people.ts';
export { maskCpf } from './users.present.ts';
export { callers } from './users.ts';
export { writeDownPerson } from './write-down-person.ts';
export { findPerson } from './written-people.queries.ts';
