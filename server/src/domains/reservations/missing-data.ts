import type { PassengerData } from '@passeio/contract/passengers';
import { type RawBuilder, sql } from 'kysely';

/** The fields that the passenger list requires and a row of `users` lacks. */
export const missingData: RawBuilder<PassengerData[]> = sql`array_remove(array[
  case when users.name !~ '\\S\\s+\\S' then 'name' end,
  case when users.rg is null then 'rg' end,
  case when users.emitter is null then 'emitter' end,
  case when users.birthdate is null then 'birthdate' end], null)`;
