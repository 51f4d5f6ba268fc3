import { pagePaths } from '@passeio/contract/paths';
import type { LinkedWaiting } from '@passeio/contract/reservations/waiting-link-routes';
import { maskEmail } from '@passeio/contract/words';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { requireUnpaidPlaces } from '../../inventory/index.ts';
import { enqueueToStranger } from '../../messages/index.ts';
import { listFares, lockTrip } from '../../trips/index.ts';
import { findOrCreateConfirmedGuest, findPerson, ownConfirmedEmail } from '../../users/index.ts';
import {
  changeWaiter,
  deleteWaitingCode,
  endWaitingLinks,
  findByWaitingLink,
  findWaitingCode,
  goesAlready,
  isKnownOtherwise,
  leaveWaitingList,
  lockWaitingCode,
  makeWaitingLink,
  notifyJoined,
  presentEntry,
  readWaiting,
  storeWaitingCode,
  type WaitingWithPerson,
  writeCodeFailures,
} from '../../waiting-list/index.ts';
import { ATTEMPTS, LIFETIME_MS } from '../payer-links/email-codes.ts';
import { makePayerLink } from '../payer-links/payer-links.ts';
import { codeOf } from '../reservation/email-codes.queries.ts';
import { findReservation } from '../reservation/reservations.queries.ts';

/** The place in the line that a link leads to. Throws WAITING_LINK_OVER. */
async function openLink(db: Database, token: string): Promise<{ entry: WaitingWithPerson; madeBy: string | null }> {
  const link = await findByWaitingLink(db, token);
  if (!link) throw new AppError('WAITING_LINK_OVER');
  return { entry: await readWaiting(db, link.entry_id), madeBy: link.made_by };
}

const isOpen = ({ state }: WaitingWithPerson) => state === 'waiting' || state === 'offered';

function as(actor: Actor, { user_id: id, name }: WaitingWithPerson): Actor {
  return { ...actor, caller: { id, name, role: 'CLIENT', byLink: true } };
}

/** Throws WAITING_LINK_OVER. */
export async function readByWaitingLink(db: Database, token: string): Promise<LinkedWaiting> {
  const { entry } = await openLink(db, token);
  const [fares, waiting] = [await listFares(db, [entry.trip_id]), await findWaitingCode(db, entry.id)];
  const { offer, ...shown } = presentEntry(entry, fares);
  return {
    ...shown,
    email: entry.email && maskEmail(entry.email),
    emailToConfirm: waiting ? maskEmail(waiting.email) : null,
    offer: offer && { code: offer.code, until: offer.until },
  };
}

/** Throws WAITING_OFFERED once places are offered. */
export async function leaveByWaitingLink(trx: DatabaseTransaction, actor: Actor, token: string): Promise<void> {
  const { entry } = await openLink(trx, token);
  if (!isOpen(entry)) throw new AppError('WAITING_NOT_FOUND');
  await leaveWaitingList(trx, as(actor, entry), entry.trip_id);
  await deleteWaitingCode(trx, entry.id);
}

/** A payer's link of the reservation that was offered. Throws WAITING_LINK_OVER, or WAITING_NOT_FOUND without one. */
export async function openOffer(trx: DatabaseTransaction, token: string): Promise<string> {
  const { entry, madeBy } = await openLink(trx, token);
  const reservation = entry.reservation_id && (await findReservation(trx, entry.reservation_id));
  // It may have become somebody else's.
  if (!reservation || reservation.user_id !== entry.user_id) throw new AppError('WAITING_NOT_FOUND');
  return makePayerLink(trx, reservation.id, madeBy);
}

interface AddressToConfirm {
  entryId: string;
  /** The default is the one that waits for its code. */
  email?: string | undefined;
  isFirst?: boolean;
}

/**
 * Sends a code to an address, with which who has the link confirms it; earlier codes end. Throws EMAIL_CODE_OVER or,
 * where the address got enough of them, EMAIL_CODES_SENT; the first one is only not sent then.
 */
export async function sendWaitingCode(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { entryId, email: other, isFirst = false }: AddressToConfirm,
): Promise<void> {
  const email = other ?? (await findWaitingCode(trx, entryId))?.email;
  if (!email) throw new AppError('EMAIL_CODE_OVER');
  const isQueued = await enqueueToStranger(
    jobs,
    { kind: 'emailCode', to: email, about: { waitingId: entryId, email } },
    trx,
  );
  if (!isQueued && !isFirst) throw new AppError('EMAIL_CODES_SENT');
  await storeWaitingCode(trx, { entry_id: entryId, email });
}

/** {@link sendWaitingCode} by a link. Throws WAITING_LINK_OVER, or WAITING_NOT_FOUND where nobody waits any more. */
export async function sendCodeByWaitingLink(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { token, email }: { token: string; email?: string | undefined },
): Promise<void> {
  const { entry } = await openLink(trx, token);
  if (entry.state !== 'waiting') throw new AppError('WAITING_NOT_FOUND');
  await sendWaitingCode(trx, jobs, { entryId: entry.id, email });
}

interface Confirmation {
  token: string;
  code: string;
  key: Uint8Array;
  jobs: Pick<Jobs, 'enqueue'>;
  publicUrl: string;
}

/**
 * Confirms the address to which the code was sent: it becomes that of the guest who waits, or its owner gets the
 * place in the line; the links that there were end then, and the answer is their URL.
 */
export async function confirmWaitingEmail(
  db: Database,
  actor: Actor,
  { token, code, key, jobs, publicUrl }: Confirmation,
): Promise<string | undefined> {
  // Thrown after the transaction, which keeps the count of attempts.
  const outcome = await inTransaction(db, async (trx) => {
    const { entry } = await openLink(trx, token);
    if (entry.state !== 'waiting') return new AppError('WAITING_NOT_FOUND');
    const sent = await lockWaitingCode(trx, entry.id);
    if (!sent || sent.failures >= ATTEMPTS || sent.created_at.getTime() + LIFETIME_MS <= Date.now())
      return new AppError('EMAIL_CODE_OVER');
    if (!isSameSecret(waitingCodeOf(key, sent), code)) {
      await writeCodeFailures(trx, entry.id, sent.failures + 1);
      return new AppError(sent.failures + 1 >= ATTEMPTS ? 'EMAIL_CODE_OVER' : 'EMAIL_CODE_WRONG');
    }
    const owner = await ownerOf(trx, as(actor, entry), entry, sent.email);
    await deleteWaitingCode(trx, entry.id);
    const isOther = owner !== entry.user_id;
    if (isOther) await giveAway(trx, as(actor, entry), entry, owner);
    await notifyJoined(trx, { jobs, publicUrl }, entry, owner);
    return isOther ? publicUrl + pagePaths.waitingLink(await makeWaitingLink(trx, { entryId: entry.id })) : undefined;
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** The code that was sent: only who has the key knows it. */
function waitingCodeOf(
  key: Uint8Array,
  { entry_id, email, created_at }: { entry_id: string; email: string; created_at: Date },
): string {
  return codeOf(key, 'confirms', { reservation_id: entry_id, email, created_at, code: null });
}

// As with a payer's link: a name and a telephone open a guest's other reservations and places to nobody.
async function ownerOf(trx: DatabaseTransaction, actor: Actor, entry: WaitingWithPerson, email: string) {
  const { id: entryId, user_id: personId, name, contact } = entry;
  const person = await findPerson(trx, personId);
  const isNew = person?.subject === null && person.email?.toLowerCase() !== email.toLowerCase();
  if (isNew && (await isKnownOtherwise(trx, { personId, entryId })))
    return (await findOrCreateConfirmedGuest(trx, actor, { name, contact, email })).id;
  return ownConfirmedEmail(trx, actor, { personId, email });
}

async function giveAway(trx: DatabaseTransaction, actor: Actor, entry: WaitingWithPerson, personId: string) {
  const { id: entryId, trip_id: tripId, places, title } = entry;
  const trip = await lockTrip(trx, tripId);
  // Places may have been offered before the trip was locked.
  if (!trip || (await readWaiting(trx, entryId)).state !== 'waiting') throw new AppError('WAITING_NOT_FOUND');
  if (await goesAlready(trx, tripId, personId)) throw new AppError('ALREADY_ENROLLED');
  await requireUnpaidPlaces(trx, { payerId: personId, network: null, tripId, places });
  await mapConstraintErrors({ waiting_list_one_open_per_person: 'ALREADY_WAITING' }, () =>
    changeWaiter(trx, { entryId, personId }),
  );
  await endWaitingLinks(trx, entryId);
  await recordAudit(trx, actor, {
    action: 'waiting_list.adopted',
    subject: { type: 'trip', id: tripId, label: title },
  });
}
