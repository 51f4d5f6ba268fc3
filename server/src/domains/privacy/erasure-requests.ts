import { sql } from 'kysely';
import { type Actor, recordAudit, system } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { ERASED_NAME } from '../../platform/database/personal-data.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { IdentityProvider } from '../../ports/identity/port.ts';
import { identityByPassword } from '../users/index.ts';
import { endWaitingLinks, findByWaitingLink, isKnownOtherwise } from '../waiting-list/index.ts';
import { eraseParticipant, erasePerson } from './erase.ts';

type Queues = Pick<Jobs, 'enqueue'>;

/** Erases a client who asks with their password. Throws ERASURE_REFUSED and what {@link erasePerson} throws. */
export async function eraseOwn(
  { db, jobs, identity }: { db: Database; jobs: Queues; identity: IdentityProvider },
  personId: string,
  password: string,
): Promise<void> {
  const who = await identityByPassword({ db, identity }, personId, password);
  if (!who) throw new AppError('ERASURE_REFUSED');
  await inTransaction(db, async (trx) => {
    if (!(await erasePerson(trx, jobs, personId))) return;
    await recordErasure(trx, ownActor, personId);
    // Last: where it fails nothing is erased, and the person can try again.
    await identity.deleteOwn(who, password);
  });
  await identity.endSessionsOf(who);
}

/** Erases a person for whom staff acts; again it does nothing. Throws what {@link erasePerson} throws. */
export async function eraseAsStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  jobs: Queues,
  personId: string,
): Promise<Record<never, never>> {
  if (await erasePerson(trx, jobs, personId)) await recordErasure(trx, actor, personId);
  return {};
}

/**
 * Erases a payer without an account who asks by the link of a reservation. Throws ERASURE_OF_ACCOUNT of anybody else,
 * and what {@link erasePerson} throws.
 */
export async function eraseByPayerLink(
  trx: DatabaseTransaction,
  jobs: Queues,
  { personId, reservationId }: { personId: string; reservationId: string },
): Promise<Record<never, never>> {
  const found = await trx
    .selectFrom('users')
    .innerJoin('reservations', 'reservations.user_id', 'users.id')
    .select(['users.subject', 'reservations.code'])
    .where('users.id', '=', personId)
    .where('reservations.id', '=', reservationId)
    .executeTakeFirst();
  if (!found) throw new AppError('RESERVATION_LINK_OVER');
  if (found.subject) throw new AppError('ERASURE_OF_ACCOUNT');
  if (await erasePerson(trx, jobs, personId, found.code)) await recordErasure(trx, ownActor, personId);
  return {};
}

/**
 * Erases a companion without account who asks by their link, also after the departure, which ends the link for all
 * else. Throws LINK_UNPROVEN by a link that staff made, and ERASURE_OPEN until the trip is over.
 */
export async function eraseByLink(
  trx: DatabaseTransaction,
  jobs: Queues,
  token: string,
): Promise<Record<never, never>> {
  const { rows } = await sql<{ id: string; made_by: string | null; isOver: boolean }>`
    select p.id, l.made_by, not p.is_active or p.removed_at is not null or t.returns_at < now() as "isOver"
    from participant_links l join participants p on p.id = l.participant_id join trips t on t.id = p.trip_id
    where l.token_hash = ${hashToken(token)} and p.user_id is null
    for no key update of p`.execute(trx);
  const [found] = rows;
  if (!found) throw new AppError('PARTICIPANT_LINK_OVER');
  // Who of staff made the link has it too.
  if (found.made_by !== null) throw new AppError('LINK_UNPROVEN');
  if (!found.isOver)
    throw new AppError('ERASURE_OPEN', { open: 'Dá para apagar os seus dados depois da volta do passeio.' });
  await eraseParticipant(trx, jobs, found.id);
  return {};
}

// Not the person's own name, address and device.
const ownActor: Actor = { ...system, name: 'A própria pessoa' };

/** Says in the audit trail that a person was erased, not who they were. */
function recordErasure(trx: DatabaseTransaction, actor: Actor, personId: string): Promise<void> {
  const subject = { type: 'person' as const, id: personId, label: ERASED_NAME };
  return recordAudit(trx, actor, { action: 'person.erased', subject });
}

/**
 * Erases by the link to a place in a waiting list that nobody waits for any more. A name and a telephone open nothing
 * else of a guest, so staff erases guests who have other places or reservations.
 */
export async function eraseByWaitingLink(
  trx: DatabaseTransaction,
  jobs: Queues,
  token: string,
): Promise<Record<never, never>> {
  const link = await findByWaitingLink(trx, token);
  if (!link) throw new AppError('WAITING_LINK_OVER');
  if (link.made_by) throw new AppError('LINK_UNPROVEN');
  const { entry_id: entryId, user_id: personId } = link;
  if (link.subject) throw new AppError('ERASURE_OF_ACCOUNT');
  if (await isKnownOtherwise(trx, { personId, entryId })) {
    throw new AppError('ERASURE_OPEN', { open: 'Há mais coisas suas aqui do que este link mostra: peça à equipe.' });
  }
  if (await erasePerson(trx, jobs, personId)) await recordErasure(trx, ownActor, personId);
  await endWaitingLinks(trx, entryId);
  return {};
}
