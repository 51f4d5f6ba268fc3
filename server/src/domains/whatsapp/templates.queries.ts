import { TEMPLATE_LANGUAGE } from '@passeio/contract/messages/chat-templates';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { ReportedTemplate } from '../../ports/whatsapp/port.ts';
import { priceOfTemplate } from './apply-status.ts';

export type TemplateRow = Selectable<Schema['whatsapp_templates']>;

const APPROVED = 'APPROVED';

/** The templates that Meta lets be sent now, by name, with what one costs in hundredths of a centavo. */
export async function listApproved(db: Database, account: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('whatsapp_templates')
    .select(['name', priceOfTemplate.as('price')])
    .where('account', '=', account)
    .where('language', '=', TEMPLATE_LANGUAGE)
    .where('state', '=', APPROVED)
    .execute();
  return new Map(rows.map(({ name, price }) => [name, price]));
}

/** The templates of an account that were submitted. */
export function listTemplateRows(db: Database, account: string): Promise<TemplateRow[]> {
  return db.selectFrom('whatsapp_templates').selectAll().where('account', '=', account).execute();
}

/** Notes what Meta decided, at once or later. Of templates that are not ours, nothing. */
export async function noteTemplateState(
  db: Database,
  account: string,
  { name, language, state, reason }: Omit<ReportedTemplate, 'does'>,
): Promise<void> {
  await db
    .updateTable('whatsapp_templates')
    .set({ state, reason, changed_at: new Date() })
    .where('account', '=', account)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute();
}

/** Stores a template that was submitted, or found at Meta. */
export async function saveTemplate(
  db: Database,
  row: Pick<TemplateRow, 'account' | 'name' | 'language' | 'category' | 'state' | 'body' | 'fields' | 'provider_id'>,
): Promise<void> {
  const { account: _, name: __, language: ___, ...change } = row;
  await db
    .insertInto('whatsapp_templates')
    .values(row)
    .onConflict((known) => known.columns(['account', 'name', 'language']).doUpdateSet({ ...change, reason: '' }))
    .execute();
}
