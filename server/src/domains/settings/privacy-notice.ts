import { createHash } from 'node:crypto';
import type { PrivacyNotice, PrivacySettings, PrivacyState } from '@passeio/contract/privacy/privacy';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { describeRegister } from '../../platform/database/personal-data.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockOperator, type OperatorRow, readOperator, updateOperator } from './settings.queries.ts';

/** The notice as it is now. Until somebody names a contact, it is how everybody else reaches the operator. */
export async function readNotice(db: Database): Promise<PrivacyNotice> {
  const row = await readOperator(db);
  const content = {
    controller: row.privacy_controller || row.legal_name || row.name,
    contact: row.privacy_contact || row.email || row.phone || row.whatsapp,
    entries: describeRegister(row.list_days),
  };
  return { version: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16), ...content };
}

/** Records that the form which a person sent linked the notice as it is now; each version once. */
export async function recordNoticeShown(
  trx: DatabaseTransaction,
  to: { user_id: string } | { participant_id: string },
): Promise<void> {
  const { version, ...content } = await readNotice(trx);
  await trx
    .insertInto('privacy_notices')
    .values({ version, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('privacy_notices_shown')
    .values({ ...to, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readPrivacyState(db: Database): Promise<PrivacyState> {
  return presentState(await readOperator(db));
}

/** Changes who answers for personal data; audited. */
export async function changePrivacySettings(
  db: Database,
  actor: Actor,
  settings: PrivacySettings,
): Promise<PrivacyState> {
  return inTransaction(db, async (trx) => {
    const changes = changesBetween(presentState(await lockOperator(trx)), settings);
    if (Object.keys(changes).length === 0) return settings;
    await updateOperator(trx, { privacy_controller: settings.controller, privacy_contact: settings.contact });
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'privacy', label: 'Privacidade' },
      changes,
    });
    return settings;
  });
}

function presentState({ privacy_controller, privacy_contact }: OperatorRow): PrivacyState {
  return { controller: privacy_controller, contact: privacy_contact };
}
