import type { PersonDetails, PersonDocuments, UserFilters, UserList } from '@passeio/contract/users/users';
import { type Actor, recordAudit, recordView } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityProvider } from '../../ports/identity/port.ts';
import { findInvitationEnd } from './invitations.ts';
import { listPeople } from './people.queries.ts';
import { presentDetails, presentSummary } from './users.present.ts';
import { findPerson, type UserRow } from './users.queries.ts';

/** A page of people. */
export async function findPeople(db: Database, caller: Caller, filters: UserFilters): Promise<UserList> {
  const seesDocuments = hasPermission(caller, 'see_documents');
  const { rows, ...count } = await listPeople(db, { ...filters, seesDocuments });
  return { data: rows.map(presentSummary), page: { number: filters.page, size: filters.size, ...count } };
}

/** A person's data; the view is audited. Throws PERSON_NOT_FOUND. */
export async function openPerson(
  db: Database,
  provider: IdentityProvider,
  actor: Actor,
  id: string,
): Promise<PersonDetails> {
  const person = await requirePerson(db, id);
  const subject = { type: 'person', id, label: person.name } as const;
  await recordView(db, actor, { action: 'person.opened', subject });
  return detailsOf(db, provider, person);
}

/** A person with the provider's data, or a guest with their invitation. */
export async function detailsOf(db: Database, provider: IdentityProvider, person: UserRow): Promise<PersonDetails> {
  const { id, issuer, subject } = person;
  if (!issuer || !subject) {
    return presentDetails(person, { emailConfirmed: null, invitedUntil: await findInvitationEnd(db, id) });
  }
  const emailConfirmed = await provider.isEmailConfirmed({ issuer, subject });
  return presentDetails(person, { emailConfirmed, invitedUntil: undefined });
}

/** Throws PERSON_NOT_FOUND. */
export async function requirePerson(db: Database, id: string): Promise<UserRow> {
  const person = await findPerson(db, id);
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  return person;
}

/** A person's documents, which answers to staff mask otherwise; audited each time. Throws PERSON_NOT_FOUND. */
export async function showDocuments(trx: DatabaseTransaction, actor: Actor, id: string): Promise<PersonDocuments> {
  const person = await requirePerson(trx, id);
  const subject = { type: 'person', id: person.id, label: person.name } as const;
  await recordAudit(trx, actor, { action: 'person.documents_shown', subject });
  return { cpf: person.cpf, rg: person.rg };
}
