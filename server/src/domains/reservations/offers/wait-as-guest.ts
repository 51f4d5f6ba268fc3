import { createHash } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import type { GuestWaitingRequest } from '@passeio/contract/reservations/waiting-link-routes';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { requireNoPauseOfGuests, requireUnpaidPlacesOfGuests } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { findOrCreateConfirmedGuest, findOrCreateUnmailedGuest } from '../../users/index.ts';
import { findRequested, joinWaitingList, makeWaitingLink, notifyJoined } from '../../waiting-list/index.ts';
import { readEmailProof } from '../payer-links/email-proof.ts';
import { orAsKnown } from '../reserve/reserve-as-guest.ts';
import { sendWaitingCode } from './guest-waiting.ts';

interface GuestRequest {
  actor: Actor;
  tripId: string;
  asked: GuestWaitingRequest;
  idempotency: { key: string; fingerprint: string } | null;
  publicUrl: string;
  /** Signs proofs of e-mails; undefined where there are none. */
  proofKey: Uint8Array | undefined;
  jobs: Pick<Jobs, 'enqueue'>;
}

interface Joined {
  id: string;
  link: string;
}

/**
 * Puts somebody without an account on a waiting list, with a link to their place. The same request with the same key
 * again answers the same place, with another link. An e-mail gets a code, and nothing else before it is confirmed.
 */
export async function waitAsGuest(db: Database, request: GuestRequest): Promise<Joined> {
  const { emailProof } = request.asked.guest;
  const provenEmail = emailProof === undefined ? undefined : await readEmailProof(request.proofKey, emailProof);
  return orAsKnown(() => tryToWait(db, request, provenEmail));
}

function tryToWait(
  db: Database,
  { actor, tripId, asked: { guest, ...wanted }, idempotency, publicUrl, jobs }: GuestRequest,
  provenEmail: string | undefined,
): Promise<Joined> {
  const madeBy = isStaff(actor.caller) ? (actor.caller?.id ?? null) : null;
  const requestHash = idempotency && hashOf(idempotency);
  return inTransaction(db, async (trx) => {
    // Locks the telephone: its requests are made one after the other.
    const person = await (provenEmail === undefined
      ? findOrCreateUnmailedGuest(trx, actor, guest)
      : findOrCreateConfirmedGuest(trx, actor, { ...guest, email: provenEmail }));
    const linkTo = async (entryId: string) => {
      const token = await makeWaitingLink(trx, { entryId, requestHash, madeBy });
      return { id: entryId, link: publicUrl + pagePaths.waitingLink(token) };
    };
    const made = requestHash && (await findRequested(trx, { tripId, personId: person.id, requestHash }));
    if (made) return linkTo(made);

    const caller = { id: person.id, name: person.name, role: 'CLIENT', byLink: true } as const;
    // The setting that asks for it is about accounts.
    const confirmed = { emailConfirmed: true };
    const entry = await joinWaitingList(trx, { ...actor, caller }, tripId, wanted, confirmed).catch(asGuest);
    const { contact } = person;
    await requireUnpaidPlacesOfGuests(trx, contact);
    const rules = await readReservationRules(trx);
    await requireNoPauseOfGuests(trx, { tripId, contact, madeAt: rules.now }, rules);
    if (provenEmail === undefined && guest.email && guest.email !== person.confirmed_email) {
      await sendWaitingCode(trx, jobs, { entryId: entry.id, email: guest.email, isFirst: true });
    } else {
      await notifyJoined(trx, { jobs, publicUrl }, entry, person.id);
    }
    return linkTo(entry.id);
  });
}

function hashOf({ key, fingerprint }: { key: string; fingerprint: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([key, fingerprint]))
    .digest('base64url');
}

// A guest has no page of reservations or of waiting lists.
function asGuest(error: unknown): never {
  if (error instanceof AppError && error.code === 'ALREADY_ENROLLED') throw new AppError('GUEST_ALREADY_ENROLLED');
  if (error instanceof AppError && error.code === 'ALREADY_WAITING') throw new AppError('GUEST_ALREADY_WAITING');
  throw error;
}
