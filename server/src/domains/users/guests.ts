import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { Guest } from '@passeio/contract/reservations/reservation-link-routes';
import type { GuestPerson, PersonCompletion } from '@passeio/contract/users/users';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { type Caller, hasPermission, isStaff } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { recordNoticeShown } from '../settings/index.ts';
import { hasAccount } from './users.policy.ts';
import {
  findByCpfOrEmail,
  findGuest,
  findPerson,
  insertUser,
  lockGuestContact,
  lockPerson,
  type UserRow,
  updateUser,
} from './users.queries.ts';

export const knownPersonErrors: Record<string, ErrorCode> = {
  users_cpf_key: 'PERSON_KNOWN',
  users_email_key: 'PERSON_KNOWN',
};

/** Creates a guest person. Throws PERSON_KNOWN, naming the person, if the CPF or the e-mail exists: for staff only. */
export async function createGuestPerson(
  trx: DatabaseTransaction,
  actor: Actor,
  { name, contact, ...known }: GuestPerson,
  isSelfMade = false,
): Promise<UserRow> {
  await rejectKnownPerson(trx, actor.caller, known);
  const data = {
    name,
    contact,
    email: known.email ?? null,
    cpf: known.cpf ?? null,
    rg: known.rg ?? null,
    emitter: known.emitter ?? null,
    birthdate: known.birthdate ?? null,
  };
  const person = await mapConstraintErrors(knownPersonErrors, () =>
    insertUser(trx, {
      ...{ id: randomUUIDv7(), issuer: null, subject: null, is_self_made: isSelfMade, ...data },
      email_written_by: data.email === null || mayWriteEmail(actor) ? null : (actor.caller?.id ?? null),
    }),
  );
  if (isSelfMade) await recordNoticeShown(trx, { user_id: person.id });
  await recordAudit(trx, actor, {
    action: 'person.created',
    subject: { type: 'person', id: person.id, label: person.name },
    changes: changesBetween({}, data),
  });
  return person;
}

/**
 * The guest person of who reserves without an account: the one with exactly these data, else a new one, without the
 * e-mail if somebody has it: who reserves learns nothing of them. `isProven`: the e-mail is theirs, so that they become
 * nobody else by name and telephone. Locks the telephone for the transaction.
 */
export async function findOrCreateGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  { name, contact, email = null, byWhatsApp }: Guest,
  isProven = false,
): Promise<UserRow> {
  await lockGuestContact(trx, contact);
  const known = await findGuest(trx, { name, contact, email });
  if (known) return withChannel(trx, known, byWhatsApp);
  const [owner] = await findByCpfOrEmail(trx, { email });
  const other = owner && !isProven && (await findGuest(trx, { name, contact, email: null }));
  const themselves = { ...actor, caller: null, name };
  const person =
    other || (await createGuestPerson(trx, themselves, { name, contact, email: owner ? null : email }, true));
  return withChannel(trx, person, byWhatsApp);
}

async function withChannel(trx: DatabaseTransaction, person: UserRow, byWhatsApp: true | undefined): Promise<UserRow> {
  if (!byWhatsApp || person.message_channel === 'whatsapp') return person;
  return updateUser(trx, person.id, { message_channel: 'whatsapp' });
}

/**
 * {@link findOrCreateGuest} for somebody to whom nothing is sent before they confirm the e-mail: it is not written down
 * but for the guest who has confirmed it.
 */
export async function findOrCreateUnmailedGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  { name, contact, email = null, byWhatsApp }: Guest,
): Promise<UserRow> {
  await lockGuestContact(trx, contact);
  const known = email === null ? undefined : await findGuest(trx, { name, contact, email });
  if (known && known.confirmed_email === email) return known;
  return findOrCreateGuest(trx, actor, { name, contact, byWhatsApp });
}

/** The telephone of a person without an account, locked for the transaction; null for an account. */
export async function lockContactOfGuest(trx: DatabaseTransaction, personId: string): Promise<string | null> {
  const person = await findPerson(trx, personId);
  if (!person || hasAccount(person)) return null;
  await lockGuestContact(trx, person.contact);
  return person.contact;
}

/**
 * Gives a guest the address that they have confirmed, and answers whose it is. Who has it in an account, or as staff
 * wrote it down, or has confirmed it as another guest, keeps it; from a guest who only claimed it, it is taken.
 */
export async function ownConfirmedEmail(
  trx: DatabaseTransaction,
  actor: Actor,
  { personId, email }: { personId: string; email: string },
): Promise<string> {
  await lockGuestContact(trx, email);
  const confirmed = { email, confirmed_email: email.toLowerCase(), email_written_by: null };
  const [[owner], person] = [await findByCpfOrEmail(trx, { email }), await lockPerson(trx, personId)];
  if (!person || hasAccount(person)) return personId;
  if (owner && owner.id !== personId) {
    // Nobody is to become who was shut out.
    if (owner.is_disabled) return personId;
    if (hasConfirmed(owner, email)) return owner.id;
    await changeEmail(trx, actor, owner, { email: null });
  }
  await changeEmail(trx, actor, person, confirmed);
  return personId;
}

/**
 * {@link findOrCreateGuest} for somebody who has confirmed the e-mail: its owner, as {@link ownConfirmedEmail}
 * says, else the guest, whose it becomes.
 */
export async function findOrCreateConfirmedGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  guest: Guest & { email: string },
): Promise<UserRow> {
  const { email } = guest;
  await lockGuestContact(trx, email);
  const [owner] = await findByCpfOrEmail(trx, { email });
  // Asked first, so that no guest is made in vain.
  if (owner && !owner.is_disabled && hasConfirmed(owner, email)) {
    await lockGuestContact(trx, owner.contact);
    return owner;
  }
  const person = await findOrCreateGuest(trx, actor, guest, true);
  await ownConfirmedEmail(trx, actor, { personId: person.id, email });
  return person;
}

/** Whether an address that a person has is more than a guest's claim. */
function hasConfirmed(person: UserRow, email: string): boolean {
  return hasAccount(person) || !person.is_self_made || person.confirmed_email === email.toLowerCase();
}

async function changeEmail(
  trx: DatabaseTransaction,
  actor: Actor,
  before: UserRow,
  change: { email: string | null; confirmed_email?: string; email_written_by?: null },
): Promise<void> {
  const after = await mapConstraintErrors(knownPersonErrors, () => updateUser(trx, before.id, change));
  const changes = changesBetween(before, { email: after.email });
  if (Object.keys(changes).length === 0) return;
  const subject = { type: 'person', id: before.id, label: before.name } as const;
  await recordAudit(trx, actor, { action: 'person.changed', subject, changes });
}

/**
 * Throws PERSON_KNOWN if somebody other than `exceptId` has the CPF or the e-mail: named, where the caller may see
 * documents or it is the e-mail.
 */
export async function rejectKnownPerson(
  db: Database,
  caller: Caller | null,
  { cpf, email }: Pick<GuestPerson, 'cpf' | 'email'>,
  exceptId?: string,
): Promise<void> {
  const others = (await findByCpfOrEmail(db, { cpf, email })).filter(({ id }) => id !== exceptId);
  const byCpf = cpf ? others.find((other) => other.cpf === cpf) : undefined;
  const byEmail = email ? others.find((other) => other.email?.toLowerCase() === email) : undefined;
  if (!byCpf && !byEmail) return;
  const mayName = !caller || hasPermission(caller, 'see_documents');
  throw new AppError('PERSON_KNOWN', {
    ...(byCpf ? { cpf: `Este CPF já é de ${mayName ? byCpf.name : 'outra pessoa'}.` } : {}),
    ...(byEmail ? { email: `Este e-mail já é de ${byEmail.name}.` } : {}),
  });
}

/** Whether staff may do by themselves what a client's address opens: its e-mails have links, an account has everything. */
function mayWriteEmail({ caller }: Actor): boolean {
  if (!caller || !isStaff(caller)) return true;
  return hasPermission(caller, 'see_documents') && hasPermission(caller, 'refund');
}

/**
 * Corrects the data of a person without an account; omitted fields stay. Throws FORBIDDEN for another e-mail by staff
 * who may not do what it opens.
 */
export async function correctGuest(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  change: PersonCompletion,
): Promise<void> {
  const before = await lockPerson(trx, id);
  if (!before) throw new AppError('PERSON_NOT_FOUND');
  if (hasAccount(before)) throw new AppError('PERSON_HAS_ACCOUNT');
  const changes = changesBetween(before, change);
  if (Object.keys(changes).length === 0) return;
  if (changes.email && !mayWriteEmail(actor)) throw new AppError('FORBIDDEN');
  await rejectKnownPerson(trx, actor.caller, change, id);
  const given = {
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(changes.email ? { email_written_by: null } : {}),
  };
  const after = await mapConstraintErrors(knownPersonErrors, () => updateUser(trx, id, given));
  await recordAudit(trx, actor, {
    action: 'person.changed',
    subject: { type: 'person', id, label: after.name },
    changes,
  });
}
