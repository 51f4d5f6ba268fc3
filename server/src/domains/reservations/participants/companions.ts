import { type companionList, suggestedFields } from '@passeio/contract/reservations/participants';
import type { z } from '@passeio/contract/zod';
import { sql } from 'kysely';
import { fromColumns } from '../../../platform/database/column-names.ts';
import type { Database } from '../../../platform/database/connect.ts';

const MAX_COMPANIONS = 30;

/**
 * The people of somebody's reservations other than themselves, each once with the data that was entered last, the
 * latest first; at most 30.
 */
export async function findCompanions(db: Database, payerId: string): Promise<z.infer<typeof companionList>> {
  const latest = db
    .selectFrom('participants as p')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .selectAll('p')
    .distinctOn(sql`coalesce(p.cpf, concat_ws(' ', p.sort_name, p.birthdate))`)
    .where('r.user_id', '=', payerId)
    .where('p.removed_at', 'is', null)
    .where('p.name', '<>', '')
    .where((eb) => eb('p.user_id', 'is distinct from', payerId))
    .where((eb) => eb.or([eb('p.cpf', 'is', null), eb('p.cpf', 'is distinct from', eb.ref('payer.cpf'))]))
    .orderBy(sql`coalesce(p.cpf, concat_ws(' ', p.sort_name, p.birthdate))`)
    .orderBy('p.updated_at', 'desc');
  const rows = await db
    .selectFrom(latest.as('latest'))
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(MAX_COMPANIONS)
    .execute();
  return { data: rows.map((row) => fromColumns(row, suggestedFields)) };
}
