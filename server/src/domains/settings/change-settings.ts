import type { ContractSettings } from '@passeio/contract/contracts/travel-contract';
import type { OperatorSettings, OperatorUpdate } from '@passeio/contract/operator/operator';
import type { ReservationSettings } from '@passeio/contract/operator/reservation-settings';
import { sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import { toColumns } from '../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { cleanHtml } from '../../platform/pages/sanitize-html.ts';
import { presentFields, presentOperator, presentReservationSettings } from './settings.present.ts';
import { lockOperator, readOperator, updateOperator } from './settings.queries.ts';

/** The settings of reservations. */
export async function readReservationSettings(db: Database): Promise<ReservationSettings> {
  return presentReservationSettings(await readOperator(db));
}

/** Changes the settings of reservations. */
export async function changeReservationSettings(
  db: Database,
  actor: Actor,
  settings: ReservationSettings,
): Promise<ReservationSettings> {
  return inTransaction(db, async (trx) => {
    const before = presentReservationSettings(await lockOperator(trx));
    const changes = changesBetween(before, settings);
    if (Object.keys(changes).length === 0) return settings;
    await updateOperator(trx, toColumns(settings));
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'reservations', label: 'Reservas' },
      changes,
    });
    return settings;
  });
}

/** The operator's travel contract. */
export async function readContractSettings(db: Database): Promise<ContractSettings> {
  return { text: (await readOperator(db)).contract_text };
}

/** Changes the travel contract of reservations from now on. */
export function changeContractSettings(
  db: Database,
  actor: Actor,
  { text }: ContractSettings,
): Promise<ContractSettings> {
  return inTransaction(db, async (trx) => {
    const changes = changesBetween({ contractText: (await lockOperator(trx)).contract_text }, { contractText: text });
    if (Object.keys(changes).length === 0) return { text };
    await updateOperator(trx, { contract_text: text });
    const subject = { type: 'settings', id: 'contract', label: 'Contrato de viagem' } as const;
    await recordAudit(trx, actor, { action: 'settings.changed', subject, changes });
    return { text };
  });
}

/** The operator's settings, for administrators. */
export async function readOperatorSettings(db: Database): Promise<OperatorSettings> {
  return presentOperator(await readOperator(db));
}

/** Replaces the operator's settings. Throws CHANGED_MEANWHILE, without a write, if somebody saved since `version`. */
export async function changeOperator(
  db: Database,
  actor: Actor,
  { version, ...written }: OperatorUpdate,
): Promise<OperatorSettings> {
  const fields = {
    ...written,
    contactHtml: cleanText(written.contactHtml),
    cancellationPolicyHtml: cleanText(written.cancellationPolicyHtml),
  };
  return inTransaction(db, async (trx) => {
    const before = await lockOperator(trx);
    if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
    const changes = changesBetween(presentFields(before), fields);
    if (Object.keys(changes).length === 0) return presentOperator(before);
    if (changes.timeZone) await validateTimeZone(trx, fields.timeZone);
    const after = await updateOperator(trx, { ...toColumns(fields), version: version + 1 });
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'operator', label: after.name },
      changes,
    });
    return presentOperator(after);
  });
}

// Editors leave an empty paragraph in an empty text.
function cleanText(html: string): string {
  const clean = cleanHtml(html).trim();
  return clean.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' ? '' : clean;
}

const UNKNOWN_TIME_ZONE = '22023';

// PostgreSQL may lack zones that Node knows. It looks up this one: its view of all zones reads 600 files, which
// is slow where they are not in memory.
async function validateTimeZone(trx: DatabaseTransaction, name: string): Promise<void> {
  try {
    await sql`select now() at time zone ${name}`.execute(trx);
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_TIME_ZONE) throw error;
    throw new AppError('INVALID_INPUT', { timeZone: 'O banco de dados não conhece este fuso horário. Escolha outro.' });
  }
}
