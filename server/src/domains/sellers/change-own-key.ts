import { maskPixKey } from '@passeio/contract/operator/pix-key';
import type { OwnPixKeyChange, OwnSeller } from '@passeio/contract/sellers/own-sales';
import { type Actor, callerOfActor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { IdentityProvider } from '../../ports/identity/port.ts';
import { enqueueEmail } from '../messages/index.ts';
import { identityByPassword } from '../users/index.ts';
import { readOwn } from './own-sales.ts';
import { lockSeller, requireSeller, sellerSubject } from './sellers.queries.ts';

/**
 * Changes the Pix key to which the caller's commission is paid: with their password, so that an open session does not
 * turn it away, and with an e-mail to their account. Throws NOT_A_SELLER or SELLER_KEY_REFUSED.
 */
export async function changeOwnPixKey(
  { db, identity, jobs }: { db: Database; identity: IdentityProvider; jobs: Pick<Jobs, 'enqueue'> },
  actor: Actor,
  { pixKey, password }: OwnPixKeyChange,
): Promise<OwnSeller> {
  const caller = callerOfActor(actor);
  const { id } = await requireSeller(db, caller.id);
  const who = await identityByPassword({ db, identity }, caller.id, password);
  if (!who) throw new AppError('SELLER_KEY_REFUSED', { password: 'A senha não confere. Tente de novo.' });
  return inTransaction(db, async (trx) => {
    const seller = await lockSeller(trx, id);
    if (!seller.is_active) throw new AppError('NOT_A_SELLER');
    const [before, after] = [maskPixKey(seller.pix_key), maskPixKey(pixKey)];
    if (seller.pix_key !== pixKey) {
      await trx
        .updateTable('sellers')
        .set((eb) => ({ pix_key: pixKey, pix_key_by_seller_at: new Date(), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await recordAudit(trx, actor, {
        action: 'seller.changed',
        subject: sellerSubject(seller),
        changes: changesBetween({ pixKey: seller.pix_key }, { pixKey }),
      });
      const about = { name: caller.name, before, after };
      await enqueueEmail(jobs, { kind: 'sellerKeyChanged', to: who.email, about }, trx);
    }
    return readOwn(trx, caller);
  });
}
