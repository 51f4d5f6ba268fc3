import type { ErasedSummary } from '@passeio/contract/privacy/privacy';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from './connect.ts';
import { inTransaction } from './transaction.ts';

/** What ends by time alone, as administrators read it; an earlier or later release may count more. */
const kinds = {
  lists: 'Listas de passageiros sem os nomes',
  guides: 'Nomes de guias',
  crew: 'Guias e motoristas que saíram da equipe',
  notes: 'Notas da equipe',
  answers: 'Respostas às perguntas do passeio',
  fields: 'Observações de quem viajou',
  receipts: 'Arquivos de comprovantes',
  authorizations: 'Autorizações de viagem de menores',
  emails: 'E-mails do histórico',
  chats: 'Conversas abertas no WhatsApp',
  messages: 'Mensagens do WhatsApp',
  media: 'Fotos e áudios do WhatsApp',
  history: 'Registros da auditoria',
  imports: 'Planilhas importadas',
  alerts: 'Pedidos de aviso de data',
  sessions: 'Acessos e códigos vencidos',
  payerLinks: 'Links de reservas',
  fiscal: 'Registros fiscais de quem foi excluído',
  exports: 'Cópias de dados',
  idlePeople: 'Pessoas que não viajam há muito tempo',
  idleRefused: '',
} as const;
export type ErasedKind = keyof typeof kinds;

/** Runs what erases and says how many, and counts it in the same transaction; zero too, which says that it ran. */
export async function eraseCounted(
  db: Database,
  kind: ErasedKind,
  erase: (trx: DatabaseTransaction) => Promise<number>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const count = await erase(trx);
    await sql`
      insert into erased_counts (day, kind, count)
      select (now() at time zone time_zone)::date, ${kind}, ${count} from operator
      on conflict (day, kind) do update set count = erased_counts.count + excluded.count, last_at = now()`.execute(trx);
    return count;
  });
}

/** Like {@link eraseCounted}, in transactions of at most `limit` rows, until none is left. */
export async function eraseInBatches(
  db: Database,
  kind: ErasedKind,
  limit: number,
  erase: (trx: DatabaseTransaction, limit: number) => Promise<number>,
): Promise<void> {
  let erased = limit;
  while (erased === limit) erased = await eraseCounted(db, kind, (trx) => erase(trx, limit));
}

/** The last night's run, and what the last 30 days erased. Of people who stayed, those of the last run. */
export async function readErasedSummary(db: Database): Promise<ErasedSummary> {
  const { rows } = await sql<{ kind: string; count: number; last: number; lastAt: Date }>`
    select kind, sum(count)::integer as count, (array_agg(count order by day desc))[1] as last, max(last_at) as "lastAt"
    from erased_counts, operator where day > (now() at time zone time_zone)::date - 30
    group by kind`.execute(db);
  const found = new Map(rows.map((row) => [row.kind, row]));
  const counts = Object.entries(kinds).flatMap(([kind, label]) => {
    const count = found.get(kind)?.count ?? 0;
    return label && count > 0 ? [{ label, count }] : [];
  });
  // Copies are deleted every hour: they say nothing of the night.
  const nightly = rows.filter(({ kind }) => kind !== 'exports').map(({ lastAt }) => lastAt.getTime());
  const lastAt = nightly.length > 0 ? new Date(Math.max(...nightly)).toISOString() : null;
  return { lastAt, counts, kept: found.get('idleRefused')?.last ?? 0 };
}
