import {
  type FiscalSettings,
  type FiscalSettingsDraft,
  type FiscalState,
  fiscalLabels,
  type TripFiscalSettings,
  type TripFiscalState,
  tripFiscalSettings,
} from '@passeio/contract/payments/fiscal-settings';
import { keysOf } from '@passeio/contract/table';
import { type Actor, callerOfActor, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
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
  draft: FiscalSettingsDraft,
): Promise<void> {
  const before = await findSettings(trx);
  const settings: FiscalSettings = { ...NOT_SAID, ...before, ...given(draft) };
  const changes = changesBetween(before ?? {}, settings);
  if (Object.keys(changes).length === 0) return;
  const isByHand = settings.issueRule === 'by_hand';
  const rule = { rule_by: isByHand ? null : callerOfActor(actor).id, rule_since: isByHand ? null : new Date() };
  const columns = { ...toColumns(settings), ...(settings.issueRule !== before?.issueRule && rule) };
  if (before) await trx.updateTable('fiscal_settings').set(columns).execute();
  else {
    await trx
      .insertInto('fiscal_settings')
      .values(columns)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(columns))
      .execute();
  }
  const subject = { type: 'settings', id: 'fiscal', label: 'Nota fiscal' } as const;
  await recordAudit(trx, actor, { action: 'settings.changed', subject, changes });
}

/** What settings have of which older programs say nothing. */
const NOT_SAID = {
  ...{ issueRule: 'by_hand', personalUse: '', operationIndicator: '', taxSituation: '', taxClass: '' },
} as const;

const given = <Draft extends object>(draft: Draft) =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft & FiscalSettings;

const tripKeys = keysOf(tripFiscalSettings.shape);

/** What is otherwise for the notes of a trip. Throws TRIP_NOT_FOUND. */
export async function readTripFiscal(db: Database, tripId: string): Promise<TripFiscalState> {
  await requireTrip(db, tripId);
  const settings = await findSettings(db);
  const usual = settings && Object.fromEntries(tripKeys.map((key) => [key, settings[key]]));
  return { own: await ownOf(db, tripId), usual: (usual as TripFiscalState['usual'] | undefined) ?? null };
}

/** Changes what is otherwise for the notes of a trip. Throws TRIP_NOT_FOUND. */
export async function changeTripFiscal(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  own: TripFiscalSettings,
): Promise<void> {
  const label = await requireTrip(trx, tripId);
  const changes = changesBetween(await ownOf(trx, tripId), own);
  if (Object.keys(changes).length === 0) return;
  const columns = toColumns(own);
  await trx
    .insertInto('trip_fiscal_settings')
    .values({ trip_id: tripId, ...columns })
    .onConflict((conflict) => conflict.column('trip_id').doUpdateSet(columns))
    .execute();
  await recordAudit(trx, actor, { action: 'trip.changed', subject: { type: 'trip', id: tripId, label }, changes });
}

async function requireTrip(db: Database, tripId: string): Promise<string> {
  const trip = await db.selectFrom('trips').select('title').where('id', '=', tripId).executeTakeFirst();
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  return trip.title;
}

async function ownOf(db: Database, tripId: string): Promise<TripFiscalSettings> {
  const row = await db
    .selectFrom('trip_fiscal_settings')
    .select(columnsAs(tripKeys))
    .where('trip_id', '=', tripId)
    .executeTakeFirst();
  return (row as TripFiscalSettings | undefined) ?? NOTHING_OWN;
}

const NOTHING_OWN: TripFiscalSettings = {
  ...{ serviceCode: null, municipalCode: null, nbsCode: null, rate: null, ownPercent: null },
};

/** The settings as they are for a trip. */
export async function settingsOfTrip(db: Database, tripId: string): Promise<FiscalSettings | undefined> {
  const settings = await findSettings(db);
  if (!settings) return undefined;
  const own = Object.entries(await ownOf(db, tripId)).filter(([, value]) => value !== null);
  return { ...settings, ...Object.fromEntries(own) };
}

/** Who issues notes, by what, and by which rules. */
export interface Issuing {
  fiscal: FiscalService;
  issuer: NoteIssuer;
  settings: FiscalSettings;
  timeZone: string;
}

/** Who issues notes, of a trip if it is given. Throws what keeps the operator from issuing notes. */
export async function readIssuing(db: Database, fiscal: FiscalService | undefined, tripId?: string): Promise<Issuing> {
  const settings = tripId ? await settingsOfTrip(db, tripId) : await findSettings(db);
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
  return { fiscal, issuer: { taxId, ...settings }, settings, timeZone };
}

// The certificate of the head office signs for its branches.
const companyOf = (taxId: string) => taxId.slice(0, 8);

function findSettings(db: Database): Promise<FiscalSettings | undefined> {
  return db
    .selectFrom('fiscal_settings')
    .select(columnsAs(keysOf(fiscalLabels)))
    .executeTakeFirst() as Promise<FiscalSettings | undefined>;
}
