import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import { formatPhone } from '@brazilian-utils/brazilian-utils/format-phone';
import type { AccessSettings, IdentitySettings, PublicSettings } from '@passeio/contract/settings';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The operator's data as everybody may see it. The Pix key is not part of it: it is shown to those who pay. */
export async function readPublicSettings(db: Database, identity: IdentitySettings): Promise<PublicSettings> {
  return presentSettings(await db.selectFrom('operator').selectAll().executeTakeFirstOrThrow(), identity);
}

/** Changes what the operator decides about access. */
export async function changeAccessSettings(db: Database, access: AccessSettings): Promise<void> {
  await db
    .updateTable('operator')
    .set({
      require_confirmed_email: access.requireConfirmedEmail,
      client_idle_minutes: access.clientIdleMinutes,
      staff_idle_minutes: access.staffIdleMinutes,
      updated_at: new Date(),
    })
    .execute();
}

/** Whether people must confirm their e-mail before they enrol. */
export async function requiresConfirmedEmail(db: Database): Promise<boolean> {
  const row = await db.selectFrom('operator').select('require_confirmed_email').executeTakeFirstOrThrow();
  return row.require_confirmed_email;
}

/** The operator as letters show it. */
export async function readBrand(db: Database) {
  const row = await db
    .selectFrom('operator')
    .select(['name', 'legal_name', 'cnpj', 'cadastur', 'phone', 'accent_color'])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    legalName: row.legal_name,
    cnpj: row.cnpj && formatCnpj(row.cnpj),
    cadastur: row.cadastur,
    phone: row.phone && formatPhone(row.phone, { mask: 'international' }),
    accentColor: row.accent_color,
  };
}

/** The operator's time zone: calendar dates of trips are meant in it. */
export async function readTimeZone(db: Database): Promise<string> {
  const { time_zone } = await db.selectFrom('operator').select('time_zone').executeTakeFirstOrThrow();
  return time_zone;
}

function presentSettings(row: Selectable<Schema['operator']>, identity: IdentitySettings): PublicSettings {
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
    tagline: row.tagline,
    heroText: row.hero_text,
    contactHtml: row.contact_html,
    cancellationPolicyHtml: row.cancellation_policy_html,
    access: {
      requireConfirmedEmail: row.require_confirmed_email,
      clientIdleMinutes: row.client_idle_minutes,
      staffIdleMinutes: row.staff_idle_minutes,
    },
    identity,
  };
}
