import type { OperatorFields, OperatorSettings } from '@passeio/contract/operator/operator';
import type {
  AccessSettings,
  IdentitySettings,
  OperatorLogo,
  PublicSettings,
  ReservationSettings,
} from '@passeio/contract/operator/settings';
import type { OperatorRow } from './settings.queries.ts';

/** Public settings. The Pix key is not public: only people who pay see it. */
export function presentPublic(
  row: OperatorRow,
  identity: IdentitySettings,
  demoBankUrl: string | undefined,
): PublicSettings {
  const { pixKey: _pixKey, ...fields } = presentFields(row);
  return {
    ...fields,
    logo: presentLogo(row),
    terms: presentTerms(row),
    access: presentAccess(row),
    identity,
    demoBankUrl: demoBankUrl ?? null,
  };
}

/** Settings for administrators. */
export function presentOperator(row: OperatorRow): OperatorSettings {
  return { ...presentFields(row), logo: presentLogo(row), version: row.version };
}

type LogoColumns = Pick<OperatorRow, 'logo_id' | 'logo_width' | 'logo_height'>;

export function presentFields(row: OperatorRow): OperatorFields {
  return {
    name: row.name,
    legalName: row.legal_name,
    cnpj: row.cnpj,
    cadastur: row.cadastur,
    address: row.address,
    city: row.city,
    state: row.state,
    email: row.email,
    phone: row.phone,
    whatsapp: row.whatsapp,
    socialUrl: row.social_url,
    socialLabel: row.social_label,
    openingHours: row.opening_hours,
    timeZone: row.time_zone,
    accentColor: row.accent_color,
    pixKey: row.pix_key,
    tagline: row.tagline,
    heroText: row.hero_text,
    contactHtml: row.contact_html,
    cancellationPolicyHtml: row.cancellation_policy_html,
  };
}

function presentTerms(row: OperatorRow): PublicSettings['terms'] {
  return {
    balanceDueHours: row.balance_due_hours,
    withdrawalDays: row.withdrawal_right ? row.withdrawal_days : null,
  };
}

export function presentAccess(row: OperatorRow): AccessSettings {
  return {
    requireConfirmedEmail: row.require_confirmed_email,
    clientIdleMinutes: row.client_idle_minutes,
    staffIdleMinutes: row.staff_idle_minutes,
  };
}

export function presentReservationSettings(row: OperatorRow): ReservationSettings {
  return {
    holdMinutes: row.hold_minutes,
    shortestHoldMinutes: row.shortest_hold_minutes,
    lastMomentMinutes: row.last_moment_minutes,
    offerMinutes: row.offer_minutes,
    requestMinutes: row.request_minutes,
    bankCheckMinutes: row.bank_check_minutes,
    balanceDueHours: row.balance_due_hours,
    transferHours: row.transfer_hours,
    withdrawalDays: row.withdrawal_days,
    refundDays: row.refund_days,
    receiptDays: row.receipt_days,
    listDays: row.list_days,
    unpaidPlaces: row.unpaid_places,
    pauseMinutes: row.pause_minutes,
    withdrawalRight: row.withdrawal_right,
  };
}

export function presentLogo({ logo_id, logo_width, logo_height }: LogoColumns): OperatorLogo | null {
  if (logo_id === null || logo_width === null || logo_height === null) return null;
  return { id: logo_id, width: logo_width, height: logo_height };
}
