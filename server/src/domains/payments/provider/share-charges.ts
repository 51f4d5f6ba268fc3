import type { ShareChargeDraft } from '@passeio/contract/reservations/participants';
import { type Actor, linkActor, makerOf } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/http/link-token.ts';
import type { Providers } from '../../../ports/payments/port.ts';
import { isCardInReview } from '../../book/index.ts';
import { findByParticipantLink, findReservation, lockReservation } from '../../reservations/index.ts';
import type { ChargeRow } from './charges.queries.ts';
import { chargeUntil } from './charges.ts';

/** The open charge of the share of this companion link's holder. */
export async function chargeShare(
  trx: DatabaseTransaction,
  actor: Actor,
  providers: Providers,
  { token, purpose, means }: ShareChargeDraft,
): Promise<ChargeRow> {
  const asked = await findByParticipantLink(trx, hashToken(token), new Date());
  if (asked) await lockReservation(trx, asked.reservation_id);
  // It may have ended while waiting for the lock.
  const found = await findByParticipantLink(trx, hashToken(token), new Date());
  const trip = found && (await findReservation(trx, found.reservation_id));
  if (!trip || found.id !== asked?.id) throw new AppError('PARTICIPANT_LINK_OVER');
  if (await isCardInReview(trx, trip.id, found.id)) throw new AppError('CARD_IN_REVIEW');
  return chargeUntil(trx, linkActor(actor, makerOf(found)), providers, trip, {
    purpose,
    means,
    participantId: found.id,
    until: trip.departs_at,
  });
}
