import type { PublicSettings } from '@passeio/contract/settings';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The operator's data as everybody may see it. The Pix key is not part of it: it is shown to those who pay. */
export async function readPublicSettings(db: Database): Promise<PublicSettings> {
  return presentSettings(await db.selectFrom('operator').selectAll().executeTakeFirstOrThrow());
}

/** The operator's time zone: calendar dates of trips are meant in it. */
export async function readTimeZone(db: Database): Promise<string> {
  const { time_zone } = await db.selectFrom('operator').select('time_zone').executeTakeFirstOrThrow();
  return time_zone;
}

function presentSettings(row: Selectable<Schema['operator']>): PublicSettings {
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
  };
}
