import { randomUUIDv7 } from 'node:crypto';
import { maskPixKey } from '@passeio/contract/operator/pix-key';
import { type LinkRequestName, linkRequestLabels } from '@passeio/contract/reservations/link-requests';
import type { Actor, Changes } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { LinkRequestInput } from '../../../platform/database/schema/schema.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Caller, OpenPayerLink } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/http/link-token.ts';
import type { RequestableWrite } from '../../../platform/http/requestable-write.ts';
import { storeRequest } from '../reservation/link-requests.queries.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { isUnprovable } from './link-proof.ts';
import { findByPayerLink } from './payer-links.queries.ts';
import { makePayer } from './payer-links.ts';

interface Asked {
  token: string;
  name: LinkRequestName;
  /** What the route of that name reads. */
  rest: Record<string, unknown>;
  /** The account that wants the reservation. */
  adopter: Caller | null;
}

interface AskDeps {
  db: Database;
  open: OpenPayerLink;
  requestable: ReadonlyMap<string, RequestableWrite>;
}

/**
 * Asks staff for what the holder of a link that staff made cannot prove to be entitled to, once it was seen to be
 * possible. Throws what doing it throws, and LINK_CODE_NEEDED where it can be proved.
 */
export async function askStaff({ db, open, requestable }: AskDeps, actor: Actor, asked: Asked): Promise<void> {
  const { token, name, rest, adopter } = asked;
  const { caller, reservationId } = await open(token, { asked: undefined, signedIn: null });
  const link = await findByPayerLink(db, hashToken(token), new Date());
  if (!link?.made_by) throw new AppError('RESERVATION_LINK_OVER');
  if (!isUnprovable(link)) throw new AppError('LINK_CODE_NEEDED');
  if (name === 'adoption' && !adopter) throw new AppError('UNAUTHENTICATED');
  const route = requestable.get(name);
  const input = route?.read(rest, reservationId) ?? null;
  const byLink = { ...actor, caller };
  await tryOut(db, async (trx) => {
    if (input) await route?.write({ ...input, caller, actor: byLink, trx });
    else await makePayer(trx, byLink, { reservationId, personId: adopter?.id ?? '' });
  });
  const { made_by } = link;
  const personId = name === 'adoption' ? (adopter?.id ?? null) : null;
  await inTransaction(db, async (trx) => {
    const trip = await findReservation(trx, reservationId);
    if (!trip) throw new AppError('RESERVATION_LINK_OVER');
    const stored = { reservation_id: reservationId, name, input: input && JSON.stringify(input), person_id: personId };
    await storeRequest(trx, { id: randomUUIDv7(), made_by, ...stored });
    const changes = changesOf(name, input, adopter);
    const event = { action: 'reservation.link_requested' as const, changes };
    await recordReservationAudit(trx, byLink, { reservation: trip, trip }, event);
  });
}

function changesOf(name: LinkRequestName, input: LinkRequestInput | null, adopter: Caller | null): Changes {
  const { pixKey } = (input?.body ?? {}) as { pixKey?: string };
  return {
    request: [null, linkRequestLabels[name]],
    ...(pixKey ? { pixKey: [null, maskPixKey(pixKey)] } : {}),
    ...(name === 'adoption' && adopter ? { payer: [null, adopter.name] } : {}),
  };
}

class Undone extends Error {}

/** Does something and undoes it. Throws what it throws. */
async function tryOut(db: Database, act: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      await act(trx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}
