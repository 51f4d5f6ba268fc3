// People of the team who work on departures. An assignment is one row: in trip_guides, which lets guides with an
// account board, or in trip_crew; the view crew_of_trips has both. Conflicts warn, and forbid nothing.

export { freeDays } from './conflicts.ts';
export { crewConflictsAt, namesOfCrew, readDuties } from './duties.ts';
