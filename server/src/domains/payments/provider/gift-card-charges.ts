import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded, type Providers } from '../../../ports/payments/port.ts';
import { type ChargeRow, insertCharge, shownOf } from './charges.queries.ts';
import { starterOf, startNow } from './charges.ts';

/** What references of these charges begin with, in place of a reservation's code. */
const REFERENCE = 'VALE';

/** Asks for the value of a gift card by Pix, until then. Throws PIX_UNAVAILABLE. */
export async function chargeGiftCard(
  trx: DatabaseTransaction,
  providers: Providers,
  { id, value_cents }: { id: string; value_cents: number },
  until: Date,
): Promise<ChargeRow> {
  const starter = await starterOf(trx, providers, handRecorded.method);
  const reference = starter.newReference(REFERENCE);
  const started = starter.isReported ? null : await startNow(starter, reference, value_cents);
  if (started === undefined) throw new AppError('PIX_UNAVAILABLE');
  return insertCharge(trx, {
    reservation_id: null,
    gift_card_id: id,
    purpose: 'full',
    amount_cents: value_cents,
    provider: starter.name,
    kind: starter.kind,
    reference,
    ...(started ? shownOf(started) : { payload: null }),
    provider_state: starter.isReported ? 'wanted' : null,
    expires_at: starter.isReported ? until : null,
    created_by: null,
  });
}

/** The charge of a gift card, which has one. */
export function findChargeOfCard(db: Database, giftCardId: string): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('gift_card_id', '=', giftCardId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Ends gift cards that were not paid in so many hours, with their charges. */
export async function endUnpaidGiftCards(db: Database, hours: number): Promise<void> {
  await sql`
    with ended as (
      update gift_cards set state = 'expired'
      where state = 'awaiting_payment' and created_at < now() - make_interval(hours => ${hours}) returning id
    )
    update charges set state = 'expired', updated_at = now() from ended
    where charges.gift_card_id = ended.id and charges.state = 'open'`.execute(db);
}
