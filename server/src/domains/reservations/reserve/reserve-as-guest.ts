import { pagePaths } from '@passeio/contract/paths';
import type { GuestReservation } from '@passeio/contract/reservations/reservation-link-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { requireNoPauseOfGuests, requireUnpaidPlacesOfGuests } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { findOrCreateConfirmedGuest, findOrCreateGuest } from '../../users/index.ts';
import { sendEmailCode } from '../payer-links/email-codes.ts';
import { readEmailProof } from '../payer-links/email-proof.ts';
import { makePayerLink } from '../payer-links/payer-links.ts';
import { type ReserveRequest, reserve } from './reserve.ts';

/** A request to reserve by somebody without an account. */
interface GuestRequest extends Omit<ReserveRequest, 'enrolment' | 'emailConfirmed'> {
  asked: GuestReservation;
  publicUrl: string;
  /** Signs proofs of e-mails; undefined where there are none. */
  proofKey: Uint8Array | undefined;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * {@link reserve} without an account, with the payer's link. The same request with the same key again answers the same
 * reservation, with another link. With a proof of an e-mail it becomes the reservation of that address's owner. Throws
 * what `reserve` does, GUEST_ALREADY_ENROLLED or EMAIL_PROOF_OVER.
 */
export async function reserveAsGuest(db: Database, request: GuestRequest): Promise<Reservation & { link: string }> {
  const { emailProof } = request.asked.guest;
  const provenEmail = emailProof === undefined ? undefined : await readEmailProof(request.proofKey, emailProof);
  return orAsKnown(() => tryReserve(db, request, provenEmail));
}

/** Tries again where somebody took the guest's e-mail meanwhile: now it is known. Who that is must not be said. */
export async function orAsKnown<Made>(attempt: () => Promise<Made>): Promise<Made> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AppError && error.code === 'PERSON_KNOWN') return attempt();
    throw error;
  }
}

function tryReserve(
  db: Database,
  request: GuestRequest,
  provenEmail: string | undefined,
): Promise<Reservation & { link: string }> {
  const { actor, publicUrl } = request;
  // Staff may reserve so too.
  const madeBy = isStaff(actor.caller) ? (actor.caller?.id ?? null) : null;
  return inTransaction(db, async (trx) => {
    const made = await reserveForGuest(trx, request, provenEmail);
    return { ...made, link: publicUrl + pagePaths.payerLink(await makePayerLink(trx, made.id, madeBy)) };
  });
}

/**
 * {@link reserve} by a seller for a client: whoever reads the e-mail gets the link. Returns the id of the reservation.
 * Throws what `reserveAsGuest` does.
 */
export async function reserveForClient(
  trx: DatabaseTransaction,
  request: Pick<GuestRequest, 'actor' | 'tripId' | 'asked' | 'jobs'> & { soldBy: string },
): Promise<string> {
  const { id } = await reserveForGuest(trx, { ...request, idempotency: null }, undefined);
  return id;
}

async function reserveForGuest(
  trx: DatabaseTransaction,
  { asked: { guest, ...enrolment }, actor, jobs, ...request }: Omit<GuestRequest, 'publicUrl' | 'proofKey'>,
  provenEmail: string | undefined,
): Promise<Reservation> {
  // Locks the telephone: its requests are made one after the other.
  const person = await (provenEmail === undefined
    ? findOrCreateGuest(trx, actor, guest)
    : findOrCreateConfirmedGuest(trx, actor, { ...guest, email: provenEmail }));
  const caller = { id: person.id, name: person.name, role: 'CLIENT', byLink: true } as const;
  // The setting that asks for it is about accounts.
  const confirmed = { emailConfirmed: true };
  const asked = { ...request, ...confirmed, actor: { ...actor, caller }, enrolment };
  const made = await reserve(trx, asked).catch(asGuest);
  const { contact } = person;
  await requireUnpaidPlacesOfGuests(trx, contact);
  const of = { tripId: request.tripId, contact, madeAt: new Date(made.createdAt) };
  await requireNoPauseOfGuests(trx, of, await readReservationRules(trx));
  if (provenEmail === undefined && guest.email && guest.email !== person.confirmed_email) {
    await sendEmailCode(trx, jobs, { reservationId: made.id, email: guest.email, isFirst: true });
  }
  return made;
}

// A guest has no page of reservations.
function asGuest(error: unknown): never {
  throw error instanceof AppError && error.code === 'ALREADY_ENROLLED' ? new AppError('GUEST_ALREADY_ENROLLED') : error;
}
