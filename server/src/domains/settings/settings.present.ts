import { meansOf } from '@passeio/contract/means';
import { type OperatorFields, type OperatorSettings, operatorFieldKeys } from '@passeio/contract/operator/operator';
import { type ReservationSettings, reservationSettingKeys } from '@passeio/contract/operator/reservation-settings';
import {
  type AccessSettings,
  accessSettingTable,
  type OperatorLogo,
  type PublicSettings,
} from '@passeio/contract/operator/settings';
import { keysOf } from '@passeio/contract/table';
import { fromColumns } from '../../platform/database/column-names.ts';
import type { OperatorRow } from './settings.queries.ts';

/** What the process's configuration says to everybody. */
export type ProcessSettings = Pick<
  PublicSettings,
  'identity' | 'confirmsByGoogle' | 'issuesInvoices' | 'writesByWhatsApp' | 'demoBankUrl'
>;

/** Public settings. The Pix key is not public: only people who pay see it. */
export function presentPublic(row: OperatorRow, ofProcess: ProcessSettings): PublicSettings {
  const { pixKey: _pixKey, ...fields } = presentFields(row);
  const takesPix = row.pix_key !== '' || row.has_payment_provider;
  return {
    ...fields,
    logo: presentLogo(row),
    terms: presentTerms(row),
    takesPix,
    means: meansOf(takesPix, row.has_card_provider),
    meansPermille: { pix: row.pix_permille, card: row.card_permille },
    sellsGiftCards: takesPix && row.sells_gift_cards,
    access: presentAccess(row),
    ...ofProcess,
  };
}

/** Settings for administrators. */
export function presentOperator(row: OperatorRow): OperatorSettings {
  return { ...presentFields(row), logo: presentLogo(row), version: row.version };
}

type LogoColumns = Pick<OperatorRow, 'logo_id' | 'logo_width' | 'logo_height'>;

export function presentFields(row: OperatorRow): OperatorFields {
  return fromColumns(row, operatorFieldKeys);
}

function presentTerms(row: OperatorRow): PublicSettings['terms'] {
  return {
    balanceDueHours: row.balance_due_hours,
    withdrawalDays: row.withdrawal_right ? row.withdrawal_days : null,
  };
}

export function presentAccess(row: OperatorRow): AccessSettings {
  return fromColumns(row, keysOf(accessSettingTable));
}

export function presentReservationSettings(row: OperatorRow): ReservationSettings {
  return fromColumns(row, reservationSettingKeys);
}

export function presentLogo({ logo_id, logo_width, logo_height }: LogoColumns): OperatorLogo | null {
  if (logo_id === null || logo_width === null || logo_height === null) return null;
  return { id: logo_id, width: logo_width, height: logo_height };
}
