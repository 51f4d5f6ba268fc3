import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ParticipantKey } from '../participants/change-participant.ts';
import { openParty, personOf, requireChangeable } from '../participants/open-party.ts';
import { endLink } from '../participants/participant-links.queries.ts';
import { saveParty } from '../participants/save-party.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { quoteOf, requireWaiver } from './quote-cancellation.ts';

/**
 * Removes a participant without a penalty and releases their place. Whom they accompanied gets another adult. Where the
 * rules keep a part of what was paid, clients cancel instead, and staff needs the permission for discounts.
 */
export async function removeParticipant(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
): Promise<ReservationDetails> {
  const caller = callerOfActor(actor);
  const party = await openParty(trx, actor, reservationId);
  const removed = personOf(party, participantId);
  requireChangeable(party);
  if (party.editor === 'staff') {
    await requireWaiver(trx, caller, party, { now: party.now, leaving: [removed] });
  } else {
    const { quote } = await quoteOf(trx, party, { by: 'client', now: party.now, leaving: [removed] });
    if (quote.penaltyCents > 0) throw new AppError('REMOVAL_COSTS');
  }
  const people = party.people.map((one) => (one.id === removed.id ? { ...one, removed_at: party.now } : { ...one }));
  const partyChanges = await saveParty(trx, party, people);
  await endLink(trx, removed.id);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.participant_removed',
    changes: {
      participant: [nameAmong(removed, party.people), null],
      fare: [removed.fare_label, null],
      ...partyChanges,
    },
  });
  return readDetails(trx, reservationId, caller);
}
