import type { ErrorCode } from '@passeio/contract/api/errors';
import type { HandTemplate } from '@passeio/contract/conversations/conversations';
import { type ChatKind, chatLabel, chatTemplateOf, templateName } from '@passeio/contract/messages/chat-templates';
import { firstName } from '@passeio/contract/words';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ChatContent } from '../../ports/whatsapp/port.ts';
import { emailReader, messagesByHand } from '../email-facts/index.ts';
import { contentOf, valuesOf } from '../messages/index.ts';
import { readBrand, readTimeZone } from '../settings/index.ts';
import { type FilledTemplate, fillTemplate, isBudgetSpent, listApproved, templateMessage } from '../whatsapp/index.ts';
import { type ConversationRow, findConversation } from './conversations.queries.ts';

export type HandDeps = Pick<Deps, 'connections' | 'config' | 'emailCodeKey'>;

const TALK = 'responda esta mensagem';

/** Outside of the day after the contact wrote. Throws what sending throws for the conversation as a whole. */
export async function listTemplates(
  db: Database,
  deps: HandDeps,
  caller: Caller,
  conversationId: string,
): Promise<HandTemplate[]> {
  const conversation = await requireClosed(db, conversationId);
  const { whatsApp } = deps.connections;
  if (!whatsApp) throw new AppError('WHATSAPP_NOT_CONNECTED');
  const [approved, fitting] = await Promise.all([
    listApproved(db, whatsApp.account),
    fittingOf(db, deps, { conversation, isPreview: true }),
  ]);
  const refused = await refusals(db, caller, conversation);
  const ready = fitting.filter(({ kind }) => approved.has(templateName(kind)));
  const allowed = ready.filter(({ kind }) => !refused(kind));
  const why = allowed.length === 0 ? ready.map(({ kind }) => refused(kind)).find((code) => code) : undefined;
  if (why) throw new AppError(why);
  return allowed.map(({ kind, filled }) => ({
    ...{ kind, label: chatLabel(kind), text: filled.text, button: chatTemplateOf(kind).button },
    costHundredths: approved.get(templateName(kind)) ?? 0,
  }));
}

/**
 * A template as it is sent, by its kind. Throws CHAT_OPEN, CHAT_UNREACHABLE, TEMPLATE_DOES_NOT_FIT, CHAT_STOPPED,
 * CHAT_BUDGET_SPENT, FORBIDDEN and TEMPLATE_NOT_APPROVED.
 */
export async function messageByHand(
  trx: Database,
  { account, ...deps }: HandDeps & { account: string },
  caller: Caller,
  { conversationId, kind }: { conversationId: string; kind: string },
): Promise<{ content: ChatContent; text: string }> {
  const conversation = await requireClosed(trx, conversationId);
  const [fitting] = await fittingOf(trx, deps, { conversation, only: kind });
  if (!fitting) throw new AppError('TEMPLATE_DOES_NOT_FIT');
  const why = (await refusals(trx, caller, conversation))(fitting.kind);
  if (why) throw new AppError(why);
  if (!(await listApproved(trx, account)).has(templateName(fitting.kind))) throw new AppError('TEMPLATE_NOT_APPROVED');
  const { publicUrl } = deps.config;
  const message = templateMessage(fitting.kind, fitting.filled, { link: fitting.link, publicUrl });
  if (!message) throw new AppError('TEMPLATE_DOES_NOT_FIT');
  return message;
}

/** A conversation in which no free text may be sent. */
async function requireClosed(db: Database, id: string): Promise<ConversationRow> {
  const conversation = await findConversation(db, id);
  if (!conversation) throw new AppError('CONVERSATION_NOT_FOUND');
  if (conversation.open_until && conversation.open_until > new Date()) throw new AppError('CHAT_OPEN');
  if (conversation.is_unreachable) throw new AppError('CHAT_UNREACHABLE');
  return conversation;
}

/** Why a kind is not for this conversation, or not for this caller; undefined: it is. */
async function refusals(
  db: Database,
  caller: Caller,
  { stopped_at }: ConversationRow,
): Promise<(kind: ChatKind) => ErrorCode | undefined> {
  const isSpent = await isBudgetSpent(db);
  return (kind) => {
    const { about, isNeeded } = chatTemplateOf(kind);
    if (stopped_at && !isNeeded) return 'CHAT_STOPPED';
    if (isSpent && about === 'care') return 'CHAT_BUDGET_SPENT';
    return about === 'money' && !hasPermission(caller, 'see_money') ? 'FORBIDDEN' : undefined;
  };
}

interface Fitting {
  kind: ChatKind;
  filled: FilledTemplate;
  link: string | undefined;
}

interface Wanted {
  conversation: ConversationRow;
  only?: string;
  isPreview?: boolean;
}

/** The templates that are true of a conversation's reservation and have all fields, and the one that is of none. */
async function fittingOf(db: Database, { config, emailCodeKey }: HandDeps, wanted: Wanted): Promise<Fitting[]> {
  const { conversation, only, isPreview = false } = wanted;
  const { reservation_id: reservationId, payer_name, name } = conversation;
  const [timeZone, brand, all] = await Promise.all([
    readTimeZone(db),
    readBrand(db),
    reservationId === null ? [] : messagesByHand(db, reservationId),
  ]);
  const read = emailReader(db, config.publicUrl, emailCodeKey);
  const fitting: Fitting[] = [];
  for (const { kind, about } of all) {
    if (only !== undefined && kind !== only) continue;
    const facts = await read({ kind, about } as Parameters<typeof read>[0], {
      ...{ now: new Date(), timeZone, brand, isPreview },
    });
    if (!facts?.applies) continue;
    const filled = fillTemplate(kind, valuesOf(kind, facts.data as never, TALK) ?? {});
    const { link } = contentOf(kind, facts.data as never, TALK).action ?? {};
    if (filled) fitting.push({ kind, filled, link });
  }
  const talk = fillTemplate('talk', { primeiro_nome: firstName(payer_name ?? name), empresa: brand.name });
  if (talk && (only === undefined || only === 'talk')) {
    fitting.push({ kind: 'talk', filled: talk, link: undefined });
  }
  return fitting;
}
