import type { Caller } from '../../platform/http/access.ts';

/** Only staff sees inactive trips. */
export function maySeeInactiveTrips(caller: Caller | null): boolean {
  return isStaff(caller);
}

/** Only staff sees the fares that only staff gives. */
export function maySeeStaffFares(caller: Caller | null): boolean {
  return isStaff(caller);
}

function isStaff(caller: Caller | null): boolean {
  return caller?.role === 'OPERATOR' || caller?.role === 'ADMIN';
}
