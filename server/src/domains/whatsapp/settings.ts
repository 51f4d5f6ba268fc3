import {
  type ChatMonth,
  usualWhatsAppSettings,
  type WhatsAppSettings,
  whatsAppLabels,
} from '@passeio/contract/messages/chat-routes';
import { keysOf } from '@passeio/contract/table';
import { sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import { columnsAs, toColumns } from '../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';

const MONTHS_SHOWN = 12;

export async function readWhatsAppSettings(db: Database): Promise<WhatsAppSettings> {
  const row = await db
    .selectFrom('whatsapp_settings')
    .select(columnsAs(keysOf(whatsAppLabels)))
    .executeTakeFirst();
  return (row as WhatsAppSettings | undefined) ?? usualWhatsAppSettings;
}

export async function changeWhatsAppSettings(
  trx: DatabaseTransaction,
  actor: Actor,
  settings: WhatsAppSettings,
): Promise<void> {
  const changes = changesBetween(await readWhatsAppSettings(trx), settings);
  if (Object.keys(changes).length === 0) return;
  // With another budget, its end is told anew.
  const columns = { ...toColumns(settings), warned_for: null };
  await trx
    .insertInto('whatsapp_settings')
    .values(columns)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(columns))
    .execute();
  const subject = { type: 'settings', id: 'whatsapp', label: 'WhatsApp' } as const;
  await recordAudit(trx, actor, { action: 'settings.changed', subject, changes });
}

/** What left, came and cost in each of the last months of the operator's, the latest first. */
export async function readMonths(db: Database): Promise<ChatMonth[]> {
  const { rows } = await sql<ChatMonth>`
    select to_char(m.at at time zone operator.time_zone, 'YYYY-MM') as month,
      count(*) filter (where direction = 'out' and wamid is not null)::integer as sent,
      count(*) filter (where direction = 'out' and status in ('delivered', 'read'))::integer as delivered,
      count(*) filter (where direction = 'out' and status = 'read')::integer as read,
      count(*) filter (where fell_back_to = 'email')::integer as "byEmail",
      count(*) filter (where direction = 'in')::integer as received,
      sum(cost_hundredths)::integer as "costHundredths"
    from conversation_messages m cross join operator
    where m.at > now() - make_interval(months => ${MONTHS_SHOWN})
    group by 1 order by 1 desc limit ${MONTHS_SHOWN}`.execute(db);
  return rows;
}
