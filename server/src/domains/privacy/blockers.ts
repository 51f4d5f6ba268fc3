import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';

/** What keeps a person from being erased, and how it is said; `codes`: of their reservations. */
const sentences = {
  running: (codes: string) => `há reserva em andamento (${codes})`,
  due: (codes: string) => `falta pagar a reserva ${codes}`,
  refund: (codes: string) => `há devolução em andamento (reserva ${codes})`,
  receipt: (codes: string) => `há pagamento em conferência (reserva ${codes})`,
  waiting: () => 'há lista de espera aberta',
  credit: () => 'há crédito para usar',
  giftCard: () => 'há vale-presente com saldo',
  commission: () => 'há comissão a acertar',
};

/**
 * Why a person cannot be erased yet, as the end of a sentence; undefined if nothing is open. `linked`: the reservation
 * of the link by which they ask, which says no other's code.
 */
export async function findBlockers(
  trx: DatabaseTransaction,
  personId: string,
  linked?: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ kind: keyof typeof sentences; codes: string }>`
    with own as (select * from reservations where user_id = ${personId})
    select kind, coalesce(string_agg(distinct case
      when code <> coalesce(${linked ?? null}, code) then 'outra sua' else code end, ', '), '') as codes from (
      select 1 as place, 'running' as kind, r.code
      from reservations r join trips t on t.id = r.trip_id
      where r.is_active and (r.state <> 'booked' or t.returns_at > now()) and (r.user_id = ${personId} or exists (
        select from participants p where p.reservation_id = r.id and p.user_id = ${personId} and p.removed_at is null))
      union all select 2, 'due', code from own where state = 'booked' and total_cents > received_cents
      union all select 3, 'refund', own.code from refunds join own on own.id = reservation_id
        where refunds.state in ('due', 'sent')
      union all select 4, 'receipt', own.code from receipts join own on own.id = reservation_id
        where receipts.state = 'submitted'
      union all select 4, 'receipt', own.code from cash_with_guides c join own on own.id = c.reservation_id
      union all select 5, 'waiting', null from waiting_list_entries
        where user_id = ${personId} and waiting_list_entries.state in ('waiting', 'offered')
      union all select 6, 'credit', null from accounts where id = ${personId} and balance_cents > 0
      union all select 7, 'giftCard', null from gift_cards g, users u
        where u.id = ${personId} and lower(u.email) in (lower(g.buyer_email), lower(g.recipient_email))
          and (g.state = 'awaiting_payment' or (g.state = 'active' and exists (
            select from accounts a where a.id = g.id and a.balance_cents > 0)))
      union all select 8, 'commission', null from sellers s where s.user_id = ${personId} and 0 <> (
        select coalesce(sum(case s.id when t.to_account then t.amount_cents else -t.amount_cents end), 0)
        from transfers t where s.id in (t.from_account, t.to_account))
    ) open group by place, kind order by place`.execute(trx);
  if (rows.length === 0) return undefined;
  return rows.map(({ kind, codes }) => sentences[kind](codes)).join('; ');
}
