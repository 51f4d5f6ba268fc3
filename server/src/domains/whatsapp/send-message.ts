import { chatTemplateOf, isChatKind, isNeededTemplate } from '@passeio/contract/messages/chat-templates';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { whatsAppMessagesTotal } from '../../platform/metrics/metrics.ts';
import type { ConnectionsAtWork } from '../../ports/connections/port.ts';
import type { ChatContent, SendOutcome, WhatsAppService } from '../../ports/whatsapp/port.ts';
import { noteProblem } from '../connections/index.ts';
import { isQuiet, nextMorning, type QueuedEmail } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { priceOf, priceOfTemplate } from './apply-status.ts';
import { messageQueue, type QueuedMessage } from './enqueue-message.ts';
import { fallBack } from './fall-back.ts';

export interface SendingDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  connections: Pick<ConnectionsAtWork, 'whatsApp'>;
  logger: Pick<Logger, 'warn'>;
  clock?: () => Date;
}

/** Messages of which it is unknown whether they left: looked at again once a status may have come. */
export const unknownQueue: Queue = {
  name: 'whatsapp-unknown',
  batchSize: 10,
  retryLimit: 20,
  retryDelay: 5,
  retryDelayMax: 600,
};

/** Statuses come within seconds, but for a webhook that Meta has to send again. */
const STATUS_WITHIN_S = 15 * 60;
/** About an hour and a half. */
const MAX_TRIES = 15;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 600;
/** So that nobody can have a stranger's telephone flooded. */
const PER_HOUR = 30;
const WINDOW_CLOSED = 131047;
const TOKEN_REFUSED =
  'O WhatsApp não aceita mais o token de acesso. As mensagens vão por e-mail até você conectar de novo.';

interface WaitingMessage {
  id: string;
  status: string;
  claimed_at: Date | null;
  content: ChatContent | null;
  about: string;
  fallback: QueuedEmail | null;
  tries: number;
  bsuid: string | null;
  phone: string | null;
  stopped_at: Date | null;
  open_until: Date | null;
  in_last_hour: number;
  after_status: string | null;
}

/** The handler of {@link messageQueue}. Calls the provider once for a message, and again only if it surely did not leave. */
export function messageSender(deps: SendingDeps) {
  const { db, jobs, connections, clock = () => new Date() } = deps;
  return async ({ id, after }: QueuedMessage): Promise<void> => {
    const message = await readMessage(db, id, after);
    if (message?.status !== 'queued' || !message.content) return;
    // A server died while it sent this.
    if (message.claimed_at) return waitForStatus(deps, id);
    const now = clock();
    const delay = await delayOf(deps, message, now);
    if (delay > 0) return jobs.enqueue({ ...messageQueue, startAfter: delay }, { id, ...(after && { after }) });
    const service = connections.whatsApp;
    const refusal = service ? refusalOf(message, now) : {};
    if (refusal || !service) {
      return inTransaction(db, (trx) => fallBack(trx, jobs, id, { status: 'failed', ...refusal }));
    }
    if (await claim(db, id)) await send(deps, service, message);
  };
}

async function send(deps: SendingDeps, service: WhatsAppService, message: WaitingMessage): Promise<void> {
  const { id, bsuid, phone, content } = message;
  const outcome = await service.send({ bsuid, phone }, content as ChatContent, id);
  whatsAppMessagesTotal.inc({ outcome: labelOf(outcome) });
  if (outcome.state === 'accepted') return noteAccepted(deps.db, message, outcome.wamid);
  if (outcome.state === 'unknown') return waitForStatus(deps, id);
  if (outcome.isTransient && message.tries + 1 < MAX_TRIES) return tryLater(deps, message);
  const { code, isTokenRefused } = outcome;
  deps.logger.warn({ message: id, code }, 'WhatsApp refuses a message');
  if (isTokenRefused) await noteProblem(deps.db, 'whatsapp', TOKEN_REFUSED);
  await inTransaction(deps.db, (trx) => fallBack(trx, deps.jobs, id, { status: 'failed', errorCode: code }));
}

function labelOf(outcome: SendOutcome): string {
  if (outcome.state !== 'refused') return outcome.state;
  if (outcome.isTokenRefused) return 'token_refused';
  return outcome.isTransient ? 'postponed' : 'refused';
}

async function readMessage(db: Database, id: string, after = ''): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    select m.id, m.status, m.claimed_at, m.content, m.about, m.fallback, m.tries, c.bsuid, c.phone, c.stopped_at,
      conversations.open_until,
      (select count(*)::integer from conversation_messages other where other.conversation_id = m.conversation_id
        and other.direction = 'out' and other.about <> '' and other.at > now() - interval '1 hour') as in_last_hour,
      (select status from conversation_messages first where first.id::text = ${after}) as after_status
    from conversation_messages m join conversations on conversations.id = m.conversation_id
    join chat_contacts c on c.id = conversations.contact_id
    where m.id = ${id}`.execute(db);
  return rows[0];
}

/** Seconds for which a message has to wait. */
async function delayOf({ db }: SendingDeps, message: WaitingMessage, now: Date): Promise<number> {
  if (message.after_status === 'queued') return FIRST_PAUSE_S;
  // A reminder whose first attempts failed must not come at night either.
  if (!message.fallback || !('reminder' in message.fallback.about)) return 0;
  const timeZone = await readTimeZone(db);
  if (!isQuiet(now, timeZone)) return 0;
  return Math.ceil((nextMorning(now, timeZone).getTime() - now.getTime()) / 1_000);
}

/** Why a message is not even tried; undefined: it is. */
function refusalOf(message: WaitingMessage, now: Date): { errorCode?: number } | undefined {
  const { about, content, stopped_at, open_until, in_last_hour, after_status } = message;
  if (after_status === 'failed') return {};
  if (stopped_at && isChatKind(about) && !chatTemplateOf(about).isNeeded) return {};
  // What was sent by hand stands in the place of no e-mail.
  const isTemplate = content?.type === 'template';
  if (stopped_at && isTemplate && !isNeededTemplate(content.name)) return {};
  if (about !== '' && in_last_hour > PER_HOUR) return {};
  return isTemplate || (open_until && open_until > now) ? undefined : { errorCode: WINDOW_CLOSED };
}

async function claim(db: Database, id: string): Promise<boolean> {
  const claimed = await db
    .updateTable('conversation_messages')
    .set({ claimed_at: sql<Date>`clock_timestamp()`, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

// Its status may have been reported first.
async function noteAccepted(db: Database, { id, content }: WaitingMessage, wamid: string): Promise<void> {
  const isFirst = sql`message_status_rank(status) < message_status_rank('sent')`;
  const ofTemplate = (name: string) =>
    sql`coalesce((select max(${priceOfTemplate}) from whatsapp_templates where name = ${name}),
      ${priceOf('utility_hundredths')})`;
  const cost = content?.type === 'template' ? ofTemplate(content.name) : sql`0`;
  await sql`
    update conversation_messages
    set wamid = coalesce(wamid, ${wamid}), claimed_at = null, content = null,
      status_at = case when ${isFirst} then now() else status_at end,
      cost_hundredths = case when is_billed is null and ${isFirst} then ${cost} else cost_hundredths end,
      status = case when ${isFirst} then 'sent' else status end
    where id = ${id}`.execute(db);
}

async function tryLater({ db, jobs }: SendingDeps, { id, tries }: WaitingMessage): Promise<void> {
  const pause = Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** tries);
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('conversation_messages')
      .set({ claimed_at: null })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .execute();
    await jobs.enqueue({ ...messageQueue, startAfter: pause }, { id }, trx);
  });
}

async function waitForStatus({ db, jobs }: SendingDeps, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('conversation_messages')
      .set({ status: 'unknown', claimed_at: null, status_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .execute();
    await jobs.enqueue({ ...unknownQueue, startAfter: STATUS_WITHIN_S }, { id }, trx);
  });
}

/** The handler of {@link unknownQueue}: without a status the e-mail leaves; the message is never sent again. */
export function unknownEnder({ db, jobs }: Pick<SendingDeps, 'db' | 'jobs'>) {
  return ({ id }: QueuedMessage): Promise<void> =>
    inTransaction(db, (trx) => fallBack(trx, jobs, id, { status: 'unknown' }));
}
