import { type FiscalSettings, type FiscalState, fiscalLabels } from '@passeio/contract/payments/fiscal-settings';
import { keysOf } from '@passeio/contract/table';
import { type Actor, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
import { columnsAs, toColumns } from '../../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { FiscalService, NoteIssuer } from '../../../ports/fiscal/port.ts';

/** What was decided about notes, and what signs them. */
export async function readFiscalState(db: Database, fiscal: FiscalService | undefined): Promise<FiscalState> {
  const settings = (await findSettings(db)) ?? null;
  if (!fiscal) return { settings, certificate: null };
  const { name, taxId = '', expiresAt } = fiscal.certificate;
  const isProduction = fiscal.environment === '1';
  return { settings, certificate: { name, taxId, expiresAt: expiresAt.toISOString(), isProduction } };
}

/** Changes what was decided about notes. */
export async function changeFiscalSettings(
  trx: DatabaseTransaction,
  actor: Actor,
  settings: FiscalSettings,
): Promise<void> {
  const changes = changesBetween((await findSettings(trx)) ?? {}, settings);
  if (Object.keys(changes).length === 0) return;
  const columns = toColumns(settings);
  await trx
    .insertInto('fiscal_settings')
    .values(columns)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(columns))
    .execute();
  const subject = { type: 'settings', id: 'fiscal', label: 'Nota fiscal' } as const;
  await recordAudit(trx, actor, { action: 'settings.changed', subject, changes });
}

/** Who issues notes, and by which rules. */
export interface Issuing {
  issuer: NoteIssuer;
  settings: FiscalSettings;
  timeZone: string;
}

/** Throws what keeps the operator from issuing notes. */
export async function readIssuing(db: Database, fiscal: FiscalService | undefined): Promise<Issuing> {
  const settings = await findSettings(db);
  if (!fiscal || !settings) throw new AppError('INVOICES_NOT_SET_UP');
  const { cnpj: taxId, time_zone: timeZone } = await db
    .selectFrom('operator')
    .select(['cnpj', 'time_zone'])
    .executeTakeFirstOrThrow();
  if (taxId === '') throw new AppError('INVOICE_TAX_ID_MISSING');
  if (!/^\d{14}$/.test(taxId)) throw new AppError('INVOICE_TAX_ID_WITH_LETTERS');
  const { taxId: signer = taxId, expiresAt } = fiscal.certificate;
  if (companyOf(signer) !== companyOf(taxId) || expiresAt.getTime() <= Date.now()) {
    throw new AppError('INVOICE_CERTIFICATE');
  }
  return { issuer: { taxId, ...settings }, settings, timeZone };
}

// The certificate of the head office signs for its branches.
const companyOf = (taxId: string) => taxId.slice(0, 8);

export function findSettings(db: Database): Promise<FiscalSettings | undefined> {
  return db
    .selectFrom('fiscal_settings')
    .select(columnsAs(keysOf(fiscalLabels)))
    .executeTakeFirst() as Promise<FiscalSettings | undefined>;
}
