import type { OpenedSellerInvitation } from '@passeio/contract/sellers/sellers';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { sellerSubject } from './sellers.queries.ts';

const ofToken = (db: Database, token: string) =>
  db
    .selectFrom('sellers')
    .where('token_hash', '=', hashToken(token))
    .where('invited_until', '>', new Date())
    .where('sellers.is_active', '=', true);

/** What the link's page shows. Throws INVITATION_OVER. */
export async function readInvitation(db: Database, token: string): Promise<OpenedSellerInvitation> {
  const row = await ofToken(db, token)
    .innerJoin('operator', (join) => join.onTrue())
    .select(['sellers.name', 'sellers.kind', 'operator.name as operatorName'])
    .executeTakeFirst();
  if (!row) throw new AppError('INVITATION_OVER');
  return row;
}

/** Makes the caller the seller of an invitation, once. Throws INVITATION_OVER or SELLER_EXISTS. */
export async function acceptInvitation(trx: DatabaseTransaction, actor: Actor, token: string): Promise<void> {
  const invited = await ofToken(trx, token).select(['id', 'name']).forNoKeyUpdate().executeTakeFirst();
  if (!invited) throw new AppError('INVITATION_OVER');
  const { id: user_id, name } = callerOfActor(actor);
  await mapConstraintErrors({ sellers_one_per_person: 'SELLER_EXISTS' }, () =>
    trx
      .updateTable('sellers')
      .set((eb) => ({ user_id, token_hash: null, invited_until: null, version: eb('version', '+', 1) }))
      .where('id', '=', invited.id)
      .execute(),
  );
  await recordAudit(trx, actor, {
    action: 'seller.accepted',
    subject: sellerSubject(invited),
    changes: { account: [null, name] },
  });
}
