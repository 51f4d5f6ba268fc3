import { formatDay } from '@passeio/contract/format-moments';
import { formatPhone } from '@passeio/contract/phone';
import type { Database } from '../../platform/database/connect.ts';
import type { Cell } from '../../platform/spreadsheets/spreadsheets.ts';

/** All clients, by name. */
export async function clientsOfSheet(db: Database): Promise<Record<string, Cell>[]> {
  const people = await db
    .selectFrom('users')
    .select(['name', 'contact', 'email', 'cpf', 'rg', 'emitter', 'birthdate'])
    .where('role', '=', 'CLIENT')
    .orderBy('sort_name')
    .orderBy('contact')
    .orderBy('cpf')
    .orderBy('email')
    .execute();
  return people.map(({ contact, birthdate, ...person }) => ({
    ...Object.fromEntries(Object.entries(person).map(([field, value]) => [field, { text: value ?? '' }])),
    contact: { text: phoneCell(contact) },
    birthdate: { text: birthdate ? formatDay(birthdate) : '' },
  }));
}

/** Without the plus, before which CSV files get an apostrophe. */
export const phoneCell = (contact: string) => formatPhone(contact).replace('+', '00');
