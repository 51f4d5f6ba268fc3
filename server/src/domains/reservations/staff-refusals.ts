import type { ErrorCode } from '@passeio/contract/errors';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';

/** Constraints that a write of staff may violate, and what they mean for staff. */
export const staffRefusals: Record<string, ErrorCode> = {
  reservations_one_active_per_payer: 'ALREADY_PASSENGER',
  participants_one_person_per_trip: 'ALREADY_PASSENGER',
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
  trips_places_within_capacity: 'NO_PLACES_LEFT',
};

/**
 * Runs `write` and checks what the database otherwise checks at commit, where a refusal could not be answered.
 * Throws the codes of {@link staffRefusals}.
 */
export function refusingForStaff<Result>(trx: DatabaseTransaction, write: () => Promise<Result>): Promise<Result> {
  return mapConstraintErrors(staffRefusals, async () => {
    const result = await write();
    await sql`set constraints all immediate`.execute(trx);
    await sql`set constraints all deferred`.execute(trx);
    return result;
  });
}
