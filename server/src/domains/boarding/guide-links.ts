import { randomBytes, randomInt, randomUUIDv7, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  ATTENDANCE_CLOSES_HOURS,
  type BoardingList,
  type BoardingTaps,
  type TapResults,
} from '@passeio/contract/boarding/boarding';
import { LATE_CASH_DAYS } from '@passeio/contract/boarding/door-money';
import {
  GUIDE_LOCK_MINUTES,
  GUIDE_PIN_ATTEMPTS,
  GUIDE_SESSION_HOURS,
  type GuideLink,
  type GuideLinkDraft,
  type GuideLinkList,
  type GuideSession,
} from '@passeio/contract/boarding/guide-links';
import type { Deps } from '../../deps.ts';
import { type Actor, callerOfActor, guideActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { OpenedDocument } from '../../platform/http/document-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { openAuthorization } from '../reservations/index.ts';
import { endOfAccess, openBoarding, opensAt, recordTaps, requireTrip } from './boarding.ts';
import {
  countAttempts,
  findBySession,
  findLink,
  type GuideLinkRow,
  guideLinksOf,
  insertGuideLink,
  insertSession,
  lockLink,
  markRevoked,
  type TriedLink,
} from './guide-links.queries.ts';

const HASH_BYTES = 32;
const PIN_DIGITS = 6;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const derive = promisify(scrypt) as (pin: string, salt: Buffer, bytes: number) => Promise<Buffer>;

/** The links of a trip. Throws TRIP_NOT_FOUND. */
export async function readGuideLinks(db: Database, tripId: string): Promise<GuideLinkList> {
  const trip = await requireTrip(db, tripId);
  const rows = await guideLinksOf(db, tripId);
  return {
    data: rows.map(present),
    opensAt: opensAt(trip).toISOString(),
    endsAt: trip.returns_at.toISOString(),
  };
}

/** A new link with its token and PIN, which are stored as hashes. Throws TRIP_NOT_FOUND and TRIP_DEPARTED. */
export async function createGuideLink(
  db: Database,
  actor: Actor,
  tripId: string,
  { name }: GuideLinkDraft,
): Promise<GuideLink & { token: string; pin: string }> {
  const token = newToken();
  const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0');
  // Before the transaction: scrypt takes long, and a transaction holds a connection.
  const pinHash = await hashPin(pin);
  const row = await inTransaction(db, async (trx) => {
    const trip = await requireTrip(trx, tripId);
    if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
    if (trip.returns_at <= new Date()) throw new AppError('TRIP_DEPARTED');
    const inserted = await insertGuideLink(trx, {
      id: randomUUIDv7(),
      trip_id: tripId,
      name,
      token_hash: hashToken(token),
      pin_hash: pinHash,
      created_by: callerOfActor(actor).id,
      locked_until: null,
      revoked_at: null,
    });
    const subject = { type: 'trip', id: tripId, label: trip.title } as const;
    await recordAudit(trx, actor, { action: 'trip.guide_link_created', subject, changes: { guide: [null, name] } });
    return inserted;
  });
  return { ...present(row), token, pin };
}

/** Ends a link and its sessions; again, nothing changes. Throws TRIP_NOT_FOUND. */
export async function revokeGuideLink(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  linkId: string,
): Promise<void> {
  const trip = await requireTrip(trx, tripId);
  const revoked = await markRevoked(trx, tripId, linkId);
  if (!revoked) return;
  const subject = { type: 'trip', id: tripId, label: trip.title } as const;
  const changes = { guide: [revoked.name, null] } satisfies Record<string, [unknown, unknown]>;
  await recordAudit(trx, actor, { action: 'trip.guide_link_revoked', subject, changes });
}

/** A session for a guide with the link and its PIN. Throws GUIDE_PIN_WRONG, whose attempt is counted. */
export async function openGuideSession(
  db: Database,
  actor: Actor,
  { token, pin }: { token: string; pin: string },
): Promise<GuideSession> {
  const link = usable(await findLink(db, hashToken(token)), new Date());
  // Before the link is locked: scrypt takes long. Whether it counts is decided under the lock.
  const isRight = await isPin(pin, link.pin_hash);
  // Thrown after the transaction, which keeps the count of attempts.
  const outcome = await inTransaction(db, (trx) => countAttempt(trx, actor, token, isRight));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** The link if it may be tried now. */
function usable(link: TriedLink | undefined, now: Date): TriedLink {
  if (!link || link.returns_at <= now) throw new AppError('GUIDE_LINK_OVER');
  if (opensAt(link) > now) throw new AppError('GUIDE_LINK_EARLY');
  if (link.locked_until && link.locked_until > now) throw new AppError('GUIDE_LINK_LOCKED');
  return link;
}

/** Attempts at once are counted one after the other: after the fifth wrong one the right one is refused too. */
async function countAttempt(
  trx: DatabaseTransaction,
  actor: Actor,
  token: string,
  isRight: boolean,
): Promise<GuideSession | AppError> {
  const now = new Date();
  const link = usable(await lockLink(trx, hashToken(token)), now);
  if (!isRight) {
    const failures = link.failed_attempts + 1;
    const isLocked = failures >= GUIDE_PIN_ATTEMPTS;
    const until = new Date(now.getTime() + GUIDE_LOCK_MINUTES * MINUTE_MS);
    await countAttempts(trx, link.id, {
      failed_attempts: isLocked ? 0 : failures,
      locked_until: isLocked ? until : null,
    });
    return new AppError(isLocked ? 'GUIDE_LINK_LOCKED' : 'GUIDE_PIN_WRONG');
  }
  await countAttempts(trx, link.id, { failed_attempts: 0, locked_until: null });
  const session = newToken();
  const expiresAt = new Date(now.getTime() + GUIDE_SESSION_HOURS * HOUR_MS);
  // Cash is taken of sessions that are over.
  const backBy = new Date(now.getTime() - (ATTENDANCE_CLOSES_HOURS + 24 * LATE_CASH_DAYS) * HOUR_MS);
  await insertSession(trx, { token_hash: hashToken(session), link_id: link.id, expires_at: expiresAt }, backBy);
  const subject = { type: 'trip', id: link.trip_id, label: link.title } as const;
  await recordAudit(trx, guideActor(actor, link), { action: 'trip.guide_link_opened', subject });
  return { session, expiresAt: expiresAt.toISOString(), name: link.name };
}

/** The boarding list of the session's trip. Audited with the link's name. Throws GUIDE_SESSION_OVER. */
export async function openGuideBoarding(db: Database, actor: Actor, session: string): Promise<BoardingList> {
  const link = await requireSession(db, session, 0);
  return openBoarding(db, guideActor(actor, link), link.trip_id);
}

/** The signed authorisation of a passenger of the session's trip. Throws GUIDE_SESSION_OVER or AUTHORIZATION_NOT_FOUND. */
export async function openGuideAuthorization(
  deps: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  { session, participantId }: { session: string; participantId: string },
): Promise<OpenedDocument> {
  const link = await requireSession(deps.db, session, 0);
  return openAuthorization(deps, guideActor(actor, link), { tripId: link.trip_id, participantId });
}

/** Records taps of the session's trip, until a day after the return. Throws GUIDE_SESSION_OVER. */
export async function recordGuideTaps(
  trx: DatabaseTransaction,
  actor: Actor,
  session: string,
  taps: BoardingTaps,
): Promise<TapResults> {
  const link = await requireSession(trx, session, ATTENDANCE_CLOSES_HOURS);
  return recordTaps(trx, guideActor(actor, link), link.trip_id, taps, { guide_link_id: link.id });
}

/** The guide of a session, as who acts and where. Throws GUIDE_SESSION_OVER. */
export async function guideOfSession(db: Database, actor: Actor, session: string) {
  return presentGuide(actor, await requireSession(db, session, 0));
}

/**
 * The same for cash, which is taken as late as taps, and as {@link endOfAccess} says of a link or a session that is
 * over. Throws GUIDE_SESSION_OVER for an unknown session and an erased link.
 */
export async function cashGuideOfSession(db: Database, actor: Actor, session: string) {
  const link = await findBySession(db, hashToken(session));
  if (!link) throw new AppError('GUIDE_SESSION_OVER');
  const { door, ...guide } = presentGuide(actor, link);
  const ended = isOpen(link, ATTENDANCE_CLOSES_HOURS)
    ? undefined
    : await endOfAccess(db, link, { at: link.revoked_at, why: 'o link do guia foi cancelado' });
  return { ...guide, door: { ...door, ended } };
}

type SessionLink = NonNullable<Awaited<ReturnType<typeof findBySession>>>;

function presentGuide(actor: Actor, link: SessionLink) {
  return { actor: guideActor(actor, link), door: { tripId: link.trip_id, guideLinkId: link.id } };
}

async function requireSession(db: Database, session: string, lateHours: number): Promise<SessionLink> {
  const link = await findBySession(db, hashToken(session));
  if (!(link && isOpen(link, lateHours))) throw new AppError('GUIDE_SESSION_OVER');
  return link;
}

function isOpen(link: SessionLink, lateHours: number): boolean {
  const now = new Date();
  if (link.revoked_at || link.expires_at <= now) return false;
  return opensAt(link) <= now && link.returns_at.getTime() + lateHours * HOUR_MS > now.getTime();
}

function present({ id, name, created_at, locked_until }: GuideLinkRow): GuideLink {
  const isLocked = locked_until !== null && locked_until > new Date();
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lockedUntil: isLocked ? locked_until.toISOString() : null,
  };
}

// Six digits are few: what keeps them is that attempts are counted. scrypt makes a stolen table slower to search.
async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, HASH_BYTES);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

async function isPin(pin: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const derived = await derive(pin, Buffer.from(salt, 'base64url'), HASH_BYTES);
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
}
