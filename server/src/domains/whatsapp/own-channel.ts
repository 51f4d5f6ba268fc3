import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

interface OwnChannel {
  byWhatsApp: boolean;
}

/** The channel that a person has not chosen is the operator's usual one. */
export const channelOf = sql<'whatsapp' | 'email'>`coalesce(
  payer.message_channel, case when coalesce(settings.sends_unasked, false) then 'whatsapp' else 'email' end)`;

/** How the caller gets messages about reservations. */
export async function readOwnChannel(db: Database, actor: Actor): Promise<OwnChannel> {
  const { rows } = await sql<OwnChannel>`
    select ${channelOf} = 'whatsapp' as "byWhatsApp"
    from users payer left join whatsapp_settings settings on true
    where payer.id = ${callerOfActor(actor).id}`.execute(db);
  return { byWhatsApp: rows[0]?.byWhatsApp ?? false };
}

/** Changes how the caller gets messages that leave from now on. */
export function changeOwnChannel(db: Database, actor: Actor, byWhatsApp: boolean): Promise<OwnChannel> {
  return inTransaction(db, async (trx) => {
    const { id, name } = callerOfActor(actor);
    const before = await readOwnChannel(trx, actor);
    await trx
      .updateTable('users')
      .set({ message_channel: byWhatsApp ? 'whatsapp' : 'email' })
      .where('id', '=', id)
      .execute();
    if (before.byWhatsApp !== byWhatsApp) {
      await recordAudit(trx, actor, {
        action: 'person.changed',
        subject: { type: 'person', id, label: name },
        changes: { messagesByWhatsApp: [before.byWhatsApp, byWhatsApp] },
      });
    }
    return { byWhatsApp };
  });
}
