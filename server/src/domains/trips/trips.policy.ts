import type { Caller } from '../../platform/http/access.ts';

/** Staff sees every trip; everyone else sees only the active ones. */
export function maySeeInactiveTrips(caller: Caller | null): boolean {
  return caller?.role === 'OPERATOR' || caller?.role === 'ADMIN';
}
