import type { HealthReport, HealthState } from '@passeio/contract/health';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { FiscalService } from '../../ports/fiscal/port.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_S = 3_600;
// As in deploy/prometheus/alerts.yaml.
const LATE_S = 6 * HOUR_S;
const ENDS_SOON_MS = 30 * DAY_MS;

/** What waits for the government and for staff. */
export interface InvoiceFigures {
  /** For how long the oldest note or cancellation has waited; 0: none does. */
  oldestSeconds: number;
  /** Reservations with a note that was refused in the last month, and none since. */
  rejected: number;
}

export async function readInvoiceFigures(db: Database): Promise<InvoiceFigures> {
  const { rows } = await sql<InvoiceFigures>`
    select coalesce((select extract(epoch from now() - min(coalesce(cancellation_requested_at, created_at)))
        from issued_invoices where next_try_at is not null), 0)::float8 as "oldestSeconds",
      (select count(distinct note.reservation_id)::integer from issued_invoices note
        where note.state = 'rejected' and note.created_at > now() - interval '30 days'
          and not exists (select from issued_invoices later
            where later.reservation_id = note.reservation_id and later.created_at > note.created_at)
          and not exists (select from invoices i where i.reservation_id = note.reservation_id)) as rejected`.execute(
    db,
  );
  return rows[0] ?? { oldestSeconds: 0, rejected: 0 };
}

/** How notes of service are; null where they are issued elsewhere. */
export async function readInvoiceHealth(
  db: Database,
  fiscal: FiscalService | undefined,
  now: Date,
): Promise<HealthReport['invoices']> {
  if (!fiscal) return null;
  const { oldestSeconds, rejected } = await readInvoiceFigures(db);
  const { expiresAt } = fiscal.certificate;
  const leftMs = expiresAt.getTime() - now.getTime();
  const isBad = oldestSeconds > LATE_S || leftMs <= 0;
  const state: HealthState = isBad ? 'bad' : rejected > 0 || leftMs <= ENDS_SOON_MS ? 'attention' : 'good';
  return {
    ...{ state, rejected, oldestSeconds: oldestSeconds > 0 ? oldestSeconds : null },
    certificateEndsAt: expiresAt.toISOString(),
  };
}
