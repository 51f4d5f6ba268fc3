import { type AuditAction, staffActions } from '@passeio/contract/audit';
import {
  TIMELINE_LIMIT,
  type Timeline,
  type TimelineAudience,
  type TimelineItem,
  type TimelineSide,
} from '@passeio/contract/reservations/timeline';
import type { Selectable } from 'kysely';
import { isBank, isGuide } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { type Caller, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { maskChanges } from '../reservation/masks.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { describeEntry } from './sentences.ts';

/** Actions that are left out. Staff opens a reservation so often that it would crowd out what happened to it. */
const HIDDEN_ACTIONS: Record<TimelineAudience, AuditAction[]> = {
  payer: Object.keys(staffActions) as AuditAction[],
  staff: ['reservation.opened'],
};

interface Presentation {
  audience: TimelineAudience;
  payerId: string;
  brand: string;
  timeZone: string;
  /** The payer's name, where the payer's link sees other names masked. */
  unmasked: string | undefined;
}

/**
 * What happened to a reservation, for its payer and staff. Throws RESERVATION_NOT_FOUND, also for anybody else, and
 * FORBIDDEN if a client asks for staff's.
 */
export async function readTimeline(
  db: Database,
  caller: Caller,
  reservationId: string,
  audience: TimelineAudience,
): Promise<Timeline> {
  const reservation = await findReservation(db, reservationId);
  if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  if (audience === 'staff' && !isStaff(caller)) throw new AppError('FORBIDDEN');
  const [rows, { name: brand }, timeZone] = await Promise.all([
    latestEntries(db, reservationId, { without: HIDDEN_ACTIONS[audience], limit: TIMELINE_LIMIT + 1 }),
    readBrand(db),
    readTimeZone(db),
  ]);
  const unmasked = caller.byLink && (await nameOf(db, caller.id));
  const presentation = { audience, payerId: reservation.user_id, brand, timeZone, unmasked };
  const data = rows
    .slice(0, TIMELINE_LIMIT)
    .toReversed()
    .flatMap((row) => presentItem(row, presentation) ?? []);
  return { data, hasEarlier: rows.length > TIMELINE_LIMIT };
}

function presentItem(row: TimelineRow, presentation: Presentation): TimelineItem | null {
  const { audience, payerId, brand, timeZone, unmasked } = presentation;
  const who = sideOf(row, payerId);
  const changes = unmasked === undefined ? row.changes : maskChanges(row.changes, unmasked);
  const text = describeEntry(audience, row.action, { who, changes, timeZone });
  return (
    text && {
      id: row.id,
      at: row.at.toISOString(),
      who,
      name: audience === 'staff' ? row.actor_name : nameForPayer(who, row, brand),
      ...text,
      changes: audience === 'staff' ? row.changes : null,
    }
  );
}

function sideOf({ actor_id, actor_name }: TimelineRow, payerId: string): TimelineSide {
  if (actor_id !== null) return actor_id === payerId ? 'payer' : 'operator';
  if (isGuide(actor_name)) return 'operator';
  return isBank(actor_name) ? 'bank' : 'system';
}

// Without an account: the system, the bank, or the link of a companion; never a person's name.
function nameForPayer(who: TimelineSide, { actor_name, link_made_by }: TimelineRow, brand: string): string {
  if (who === 'payer') return link_made_by === null ? 'Você' : 'Você, pelo link da equipe';
  if (link_made_by !== null) return 'Pelo link da equipe';
  return who === 'operator' ? brand : actor_name;
}

async function nameOf(db: Database, userId: string): Promise<string> {
  return (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()).name;
}

const COLUMNS = ['id', 'at', 'actor_id', 'actor_name', 'action', 'changes', 'link_made_by'] as const;

type TimelineRow = Pick<Selectable<Schema['audit_entries']>, (typeof COLUMNS)[number]>;

/** The latest audit entries of a reservation, the newest first. */
function latestEntries(
  db: Database,
  reservationId: string,
  { without, limit }: { without: AuditAction[]; limit: number },
): Promise<TimelineRow[]> {
  return db
    .selectFrom('audit_entries')
    .select(COLUMNS)
    .where('subject_type', '=', 'reservation')
    .where('subject_id', '=', reservationId)
    .where('action', 'not in', without)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
