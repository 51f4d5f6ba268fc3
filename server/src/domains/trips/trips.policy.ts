import type { Caller } from '../../platform/http/access.ts';

/** Only staff sees inactive trips. */
export function maySeeInactiveTrips(caller: Caller | null): boolean {
  return caller?.role === 'OPERATOR' || caller?.role === 'ADMIN';
}
