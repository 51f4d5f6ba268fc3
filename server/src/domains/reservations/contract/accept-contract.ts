import { acceptanceChannels, type ReservationContract } from '@passeio/contract/contracts/accepted-contract';
import type { ContractValues } from '@passeio/contract/contracts/travel-contract';
import { dayAndTime } from '@passeio/contract/format-moments';
import { type Actor, type Changes, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { contractText } from '../../trips/index.ts';
import { findPerson } from '../../users/index.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { listParticipants } from '../reservation/participants.queries.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayOpen, ownsReservation } from '../reservation/reservations.policy.ts';
import { findReservation, type ReservationWithTrip } from '../reservation/reservations.queries.ts';
import { contractValues, hashOf, SHORT_VERSION, showContract } from './contract-text.ts';

/** A contract's text with what goes into its fields. */
export interface Terms {
  text: string;
  values: ContractValues;
}

/** The contract of a reservation by id or code, for its payer and staff. Throws RESERVATION_NOT_FOUND. */
export async function readContract(db: Database, caller: Caller, idOrCode: string): Promise<ReservationContract> {
  const row = await findReservation(db, idOrCode, idOrCode.length === 36 ? 'id' : 'code');
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  return presentContract(db, row, caller);
}

/**
 * Accepts the contract that was read, once; of staff it says that the payer accepted by telephone. Throws
 * CONTRACT_TO_ACCEPT, with the text, if it is another one by now. Of a confirmed reservation the payer gets it by
 * e-mail.
 */
export async function acceptContract(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs }: Pick<NotifyDeps, 'jobs'>,
  { id, shown }: { id: string; shown: string },
): Promise<ReservationContract> {
  const caller = callerOfActor(actor);
  const found = await findReservation(trx, id, id.length === 36 ? 'id' : 'code');
  if (!found || !mayOpen(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  // What is accepted must not change meanwhile, and nobody accepts twice.
  await lockWithTrip(trx, found.id);
  const row = (await findReservation(trx, found.id)) ?? found;
  const isAccepted = (await findAcceptance(trx, row.id)) !== undefined;
  if (!isAccepted) {
    const terms = await termsOf(trx, row);
    if (!terms) throw new AppError('CONTRACT_ABSENT');
    const contract = showContract(terms.text, terms.values, caller);
    if (contract.shown !== shown) throw new AppError('CONTRACT_TO_ACCEPT', undefined, { contract });
    await insertAcceptance(trx, actor, { ...terms, reservationId: row.id, isOwn: ownsReservation(caller, row) });
    const changes = { contract: [null, hashOf(terms.text).slice(0, SHORT_VERSION)] } satisfies Changes;
    const event = { action: 'reservation.contract_accepted', changes } as const;
    await recordReservationAudit(trx, actor, { reservation: row, trip: row }, event);
    const to = (await findPerson(trx, row.user_id))?.email;
    // The voucher, which brings the contract along, has gone without it.
    if (to && row.state === 'booked') {
      await enqueueEmail(jobs, { kind: 'contractAccepted', to, about: { reservationId: row.id } }, trx);
    }
  }
  return presentContract(trx, row, caller);
}

/** Records that the acting person accepted these terms for their reservation, or of staff that the payer did. */
export async function insertAcceptance(
  trx: DatabaseTransaction,
  actor: Actor,
  { text, values, reservationId, isOwn }: Terms & { reservationId: string; isOwn: boolean },
): Promise<void> {
  const caller = callerOfActor(actor);
  const version = hashOf(text);
  await trx
    .insertInto('contract_texts')
    .values({ version, text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('contract_acceptances')
    .values({
      reservation_id: reservationId,
      version,
      field_values: JSON.stringify(values),
      channel: caller.byLink ? 'link' : isOwn ? 'account' : 'phone',
      accepted_by: isOwn ? values.cliente : caller.name,
      address: actor.address,
      user_id: caller.id,
    })
    .execute();
}

/** An acceptance with its text. */
export function findAcceptance(db: Database, reservationId: string) {
  return db
    .selectFrom('contract_acceptances as a')
    .innerJoin('contract_texts as t', 't.version', 'a.version')
    .select(['a.version', 'a.field_values', 'a.channel', 'a.accepted_by', 'a.address', 'a.accepted_at', 't.text'])
    .where('a.reservation_id', '=', reservationId)
    .executeTakeFirst();
}

async function presentContract(db: Database, row: ReservationWithTrip, caller: Caller): Promise<ReservationContract> {
  const accepted = await findAcceptance(db, row.id);
  if (accepted) {
    const { time_zone } = await db.selectFrom('operator').select('time_zone').executeTakeFirstOrThrow();
    const { channel, accepted_at: at } = accepted;
    const text = `Aceito em ${dayAndTime(at, time_zone)}, ${acceptanceChannels[channel]}.`;
    return {
      contract: {
        ...showContract(accepted.text, accepted.field_values, caller),
        accepted: { at: at.toISOString(), text },
      },
    };
  }
  const terms = await termsOf(db, row);
  return { contract: terms ? { ...showContract(terms.text, terms.values, caller), accepted: null } : null };
}

/** What is to be accepted of a reservation that goes on, as it would be filled in now. */
async function termsOf(db: Database, row: ReservationWithTrip): Promise<Terms | undefined> {
  if (!row.is_active || row.trip_cancelled_at) return undefined;
  const terms = await db
    .selectFrom('trips')
    .innerJoin('operator', (join) => join.onTrue())
    .innerJoin('users', (join) => join.on('users.id', '=', row.user_id))
    .select(['operator.name', 'legal_name', 'cnpj', 'time_zone', 'users.name as payer_name', 'users.cpf'])
    .select(['cancellation_tiers', contractText.as('text')])
    .where('trips.id', '=', row.trip_id)
    .executeTakeFirstOrThrow();
  if (terms.text === '') return undefined;
  const { text, cpf, payer_name: name, time_zone } = terms;
  const people = await listParticipants(db, [row.id], time_zone);
  const values = contractValues({
    payer: { name, cpf },
    trip: row,
    people,
    totalCents: row.total_cents,
    policy: row.policy ?? { tiers: terms.cancellation_tiers, withdrawalDays: null },
    operator: terms,
  });
  return { text, values };
}
