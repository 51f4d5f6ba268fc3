import type { ReservationSettings, ReservationSettingsUpdate } from '@passeio/contract/operator/settings';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { presentReservationSettings } from './settings.present.ts';
import { lockOperator, readOperator, updateOperator } from './settings.queries.ts';

/** The settings of reservations. */
export async function readReservationSettings(db: Database): Promise<ReservationSettings> {
  return presentReservationSettings(await readOperator(db));
}

/** Changes the settings of reservations. */
export async function changeReservationSettings(
  db: Database,
  actor: Actor,
  update: ReservationSettingsUpdate,
): Promise<ReservationSettings> {
  return inTransaction(db, async (trx) => {
    const before = presentReservationSettings(await lockOperator(trx));
    const settings = { ...before, ...update };
    const changes = changesBetween(before, settings);
    if (Object.keys(changes).length === 0) return settings;
    await updateOperator(trx, {
      hold_minutes: settings.holdMinutes,
      shortest_hold_minutes: settings.shortestHoldMinutes,
      last_moment_minutes: settings.lastMomentMinutes,
      offer_minutes: settings.offerMinutes,
      request_minutes: settings.requestMinutes,
      bank_check_minutes: settings.bankCheckMinutes,
      balance_due_hours: settings.balanceDueHours,
      transfer_hours: settings.transferHours,
      withdrawal_days: settings.withdrawalDays,
      refund_days: settings.refundDays,
      receipt_days: settings.receiptDays,
      list_days: settings.listDays,
      unpaid_places: settings.unpaidPlaces,
      pause_minutes: settings.pauseMinutes,
      withdrawal_right: settings.withdrawalRight,
    });
    await recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'reservations', label: 'Reservas' },
      changes,
    });
    return settings;
  });
}
