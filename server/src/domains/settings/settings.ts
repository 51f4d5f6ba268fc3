import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import type { MeansPermille } from '@passeio/contract/means';
import type { AccessSettings, PublicSettings } from '@passeio/contract/operator/settings';
import { formatPhone } from '@passeio/contract/phone';
import { sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import { toColumns } from '../../platform/database/column-names.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type ProcessSettings, presentAccess, presentLogo, presentPublic } from './settings.present.ts';
import { lockOperator, readOperator, takesPix, updateOperator, withdrawalDays } from './settings.queries.ts';

/** The public settings. */
export async function readPublicSettings(db: Database, ofProcess: ProcessSettings): Promise<PublicSettings> {
  return presentPublic(await readOperator(db), ofProcess);
}

/** Changes the settings of access. */
export async function changeAccessSettings(db: Database, actor: Actor, access: AccessSettings): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await lockOperator(trx);
    const changes = changesBetween(presentAccess(before), access);
    if (Object.keys(changes).length === 0) return;
    await updateOperator(trx, toColumns(access));
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'access', label: 'Acesso e segurança' },
      changes,
    });
  });
}

/** The operator's brand and contacts for e-mails and papers; unset values are empty. */
export async function readBrand(db: Database) {
  const row = await db
    .selectFrom('operator')
    .select(['name', 'legal_name', 'cnpj', 'cadastur', 'phone', 'whatsapp', 'address', 'city', 'state', 'email'])
    .select(['accent_color', 'logo_id', 'logo_width', 'logo_height'])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    legalName: row.legal_name,
    cnpj: row.cnpj && formatCnpj(row.cnpj, { version: 2 }),
    cadastur: row.cadastur,
    phone: formatPhone(row.phone),
    whatsapp: formatPhone(row.whatsapp),
    // E.164.
    phoneNumber: row.phone,
    whatsappNumber: row.whatsapp,
    address: row.address,
    city: row.city,
    state: row.state,
    email: row.email,
    accentColor: row.accent_color,
    logo: presentLogo(row),
  };
}

/** The operator's time zone, in which trips have their calendar dates. */
export async function readTimeZone(db: Database): Promise<string> {
  const { time_zone } = await db.selectFrom('operator').select('time_zone').executeTakeFirstOrThrow();
  return time_zone;
}

/** The operator's CNPJ; empty without one. */
export async function readCnpj(db: Database): Promise<string> {
  const { cnpj } = await db.selectFrom('operator').select('cnpj').executeTakeFirstOrThrow();
  return cnpj;
}

/** To whom a Pix goes without a payment provider: the operator's own key, empty without one. */
export async function readPixReceiver(db: Database) {
  const row = await db.selectFrom('operator').select(['pix_key', 'name', 'city']).executeTakeFirstOrThrow();
  return { key: row.pix_key, name: row.name, city: row.city };
}

/** What paying by each means adds to the price, or takes off. */
export function readMeansPermille(db: Database): Promise<MeansPermille> {
  return db.selectFrom('operator').select(['pix_permille as pix', 'card_permille as card']).executeTakeFirstOrThrow();
}

/** Whether, and so many days after an instalment was due, its reservation is cancelled. */
export function readOverdueRules(db: Database) {
  return db.selectFrom('operator').select(['releases_overdue', 'overdue_release_days']).executeTakeFirstOrThrow();
}

/** Settings of reservations as stored, with the time zone of their calendar dates. */
export function readReservationRules(db: Database) {
  return db
    .selectFrom('operator')
    .select(['time_zone', 'hold_minutes', 'shortest_hold_minutes', 'last_moment_minutes', 'offer_minutes'])
    .select([
      'request_minutes',
      'pause_minutes',
      'balance_due_hours',
      'transfer_hours',
      'require_confirmed_email',
      takesPix.as('takes_pix'),
      'has_card_provider as takes_card',
      'pix_permille',
      'card_permille',
    ])
    .select(['refund_days', withdrawalDays.as('withdrawal_days'), sql<Date>`now()`.as('now')])
    .executeTakeFirstOrThrow();
}
