import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { AUTHORIZATION_AGE, type TravelAuthorizationChange } from '@passeio/contract/reservations/travel-authorization';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { DocumentFile } from '../../../platform/http/document-files.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ParticipantKey } from '../participants/change-participant.ts';
import { ageIn, openParty, personOf } from '../participants/open-party.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import {
  endAuthorization,
  findAuthorization,
  saveAuthorization,
  saveAuthorizationFile,
} from '../reservation/travel-authorization.ts';

/**
 * Says whether somebody under 16 travels without a parent, and until when their authorisation is valid. Throws
 * AUTHORIZATION_NOT_NEEDED of anybody else.
 */
export async function changeAuthorization(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
  { withoutParents, validUntil }: TravelAuthorizationChange,
): Promise<ReservationDetails> {
  const { party, person } = await openMinor(trx, actor, { reservationId, participantId });
  const before = await findAuthorization(trx, person.id);
  if (withoutParents) await saveAuthorization(trx, person, validUntil);
  else await endAuthorization(trx, person.id);
  const after = await findAuthorization(trx, person.id);
  const isAlone = (row: typeof before) => row !== undefined;
  const day = (row: typeof before) => row?.valid_until ?? null;
  const changes = {
    ...(isAlone(before) !== isAlone(after) && {
      withoutParents: [isAlone(before), isAlone(after)] as [boolean, boolean],
    }),
    ...(day(before) !== day(after) && { validUntil: [day(before), day(after)] as [string | null, string | null] }),
  };
  if (Object.keys(changes).length === 0) return openDetails(trx, actor, reservationId);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.authorization_changed',
    changes: { participant: [null, nameAmong(person, party.people)], ...changes },
  });
  return readDetails(trx, reservationId, callerOfActor(actor));
}

/** Throws RESERVATION_NOT_FOUND unless the caller may send a document of this reservation. */
export async function requireOpenable(db: Database, caller: Caller, reservationId: string): Promise<void> {
  const found = await findReservation(db, reservationId);
  if (!found || !mayOpen(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
}

/** Records a stored file as the signed authorisation of a participant. Throws what {@link changeAuthorization} throws. */
export async function sendAuthorization(
  trx: DatabaseTransaction,
  actor: Actor,
  key: ParticipantKey,
  file: DocumentFile,
): Promise<ReservationDetails> {
  const { party, person } = await openMinor(trx, actor, key);
  await saveAuthorizationFile(trx, person, file);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.authorization_sent',
    changes: { participant: [null, nameAmong(person, party.people)] },
  });
  return readDetails(trx, key.reservationId, callerOfActor(actor));
}

async function openMinor(trx: DatabaseTransaction, actor: Actor, { reservationId, participantId }: ParticipantKey) {
  const party = await openParty(trx, actor, reservationId);
  const person = personOf(party, participantId);
  if ((ageIn(party, person) ?? AUTHORIZATION_AGE) >= AUTHORIZATION_AGE) throw new AppError('AUTHORIZATION_NOT_NEEDED');
  return { party, person };
}
