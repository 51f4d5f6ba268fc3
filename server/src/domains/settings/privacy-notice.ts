import { createHash } from 'node:crypto';
import type { PrivacyNotice, PrivacySettings, PrivacyState } from '@passeio/contract/privacy/privacy';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { readErasedSummary } from '../../platform/database/erased-counts.ts';
import { describeRegister } from '../../platform/database/personal-data.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockOperator, type OperatorRow, readOperator, updateOperator } from './settings.queries.ts';

/** The notice as it is now. Until somebody names a contact, it is how everybody else reaches the operator. */
export async function readNotice(db: Database): Promise<PrivacyNotice> {
  const row = await readOperator(db);
  const content = {
    controller: row.privacy_controller || row.legal_name || row.name,
    contact: row.privacy_contact || row.email || row.phone || row.whatsapp,
    entries: describeRegister({ listDays: row.list_days, idleYears: row.erase_idle_years }),
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
  return { ...presentSettings(await readOperator(db)), erased: await readErasedSummary(db) };
}

/** Changes who answers for personal data, and how long people are kept; audited. */
export async function changePrivacySettings(
  db: Database,
  actor: Actor,
  settings: PrivacySettings,
): Promise<PrivacyState> {
  return inTransaction(db, async (trx) => {
    const before = presentSettings(await lockOperator(trx));
    const { controller, contact, eraseIdleYears = before.eraseIdleYears } = settings;
    const changes = changesBetween(before, { controller, contact, eraseIdleYears });
    if (Object.keys(changes).length === 0) return readPrivacyState(trx);
    await updateOperator(trx, {
      ...{ privacy_controller: controller, privacy_contact: contact, erase_idle_years: eraseIdleYears },
    });
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'privacy', label: 'Privacidade' },
      changes,
    });
    return readPrivacyState(trx);
  });
}

function presentSettings({ privacy_controller, privacy_contact, erase_idle_years }: OperatorRow) {
  return { controller: privacy_controller, contact: privacy_contact, eraseIdleYears: erase_idle_years };
}
