import {
  type ChatKind,
  chatTemplateOf,
  isChatKind,
  TEMPLATE_LANGUAGE,
  templateName,
} from '@passeio/contract/messages/chat-templates';
import type { EditableEmail } from '@passeio/contract/messages/email-templates';
import type { NotByChat } from '@passeio/contract/messages/messages';
import { moneyText } from '@passeio/contract/money';
import { pixKeyType } from '@passeio/contract/operator/pix-key';
import { firstName } from '@passeio/contract/words';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ConnectionsAtWork } from '../../ports/connections/port.ts';
import type { ChatContent, PixOrder, WhatsAppService } from '../../ports/whatsapp/port.ts';
import { contentOf, type EmailData, type LeavingEmail, valuesOf } from '../messages/index.ts';
import { isBudgetSpent } from './budget.ts';
import { openConversation } from './contacts.ts';
import { enqueueMessage } from './enqueue-message.ts';
import { beginning, fillTemplate, templateMessage, withoutDocuments } from './fill-template.ts';
import { type Recipient, readAlertRecipient, readRecipient } from './recipients.queries.ts';
import { listApproved } from './templates.queries.ts';

/** A code with which something of a reservation is paid. */
interface Code {
  reference: string;
  amountCents: number;
  code: string;
  expiresAt: Date | null;
}

export interface TakingDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  connections: Pick<ConnectionsAtWork, 'whatsApp'>;
  publicUrl: string;
  /** Asks for a code; undefined where nothing is due by Pix. */
  codeFor?: (reservationId: string, purpose: 'deposit' | 'balance') => Promise<Code | undefined>;
}

/** What is left of the day after a contact wrote must last until the message has left. */
const SPARE_MS = 10 * 60_000;
const TALK = 'responda esta mensagem';
const MAX_TEXT = 4_000;
/** Of the text above the button of a payment. */
const MAX_ORDER_TEXT = 1_000;
const PIX_KEY_KINDS = { cpf: 'CPF', cnpj: 'CNPJ', email: 'EMAIL', phone: 'PHONE', evp: 'EVP' } as const;

/** What is sent, in its order; the first stands for all, and has what the conversation shows. */
interface Prepared {
  content: ChatContent;
  /** The code of a payment, alone so that one long press copies it. */
  code: string | undefined;
  text: string;
}

/**
 * Sends a message about a reservation, or about the date that somebody waits for, by WhatsApp, where its payer or that
 * person wishes it and it can be delivered as far as is known. Otherwise nothing was queued, and the e-mail leaves.
 */
export function emailTaker(deps: TakingDeps): (leaving: LeavingEmail) => Promise<'taken' | NotByChat | undefined> {
  return async (leaving) => {
    const { kind, about } = leaving.email;
    const { whatsApp } = deps.connections;
    if (!whatsApp || !isChatKind(kind)) return undefined;
    const reservationId = 'reservationId' in about ? about.reservationId : null;
    const recipient = await recipientOf(deps.db, about);
    if (recipient?.wish !== 'whatsapp') return undefined;
    if (recipient.isUnreachable) return 'number';
    if (recipient.hasStopped && !chatTemplateOf(kind).isNeeded) return 'stopped';
    const prepared = await prepare(deps, whatsApp, kind, { leaving, recipient, reservationId });
    if (typeof prepared === 'string') return prepared;
    await inTransaction(deps.db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: recipient.bsuid, phone: recipient.phone });
      const message = { conversationId, reservationId, sentBy: null, about: kind };
      const { content, code, text } = prepared;
      const fallback = leaving.fallback ?? undefined;
      const isNew = await enqueueMessage(deps.jobs, { ...message, id: leaving.id, content, text, fallback }, trx);
      if (!isNew || !code) return;
      await enqueueMessage(
        deps.jobs,
        { ...message, content: { type: 'text', body: code }, text: code, after: leaving.id },
        trx,
      );
    });
    return 'taken';
  };
}

function recipientOf(db: Database, about: LeavingEmail['email']['about']): Promise<Recipient | undefined> | undefined {
  if ('reservationId' in about) return readRecipient(db, about.reservationId);
  return 'alertId' in about ? readAlertRecipient(db, about.alertId) : undefined;
}

interface Subject {
  leaving: LeavingEmail;
  recipient: Recipient;
  reservationId: string | null;
}

async function prepare(
  deps: TakingDeps,
  whatsApp: WhatsAppService,
  kind: ChatKind,
  subject: Subject,
): Promise<Prepared | NotByChat> {
  const { openUntil } = subject.recipient;
  const isOpen = openUntil !== null && openUntil.getTime() - SPARE_MS > Date.now();
  if (isOpen) return asText(deps, whatsApp, kind, subject);
  if (chatTemplateOf(kind).about === 'care' && (await isBudgetSpent(deps.db))) return 'budget';
  return (await asTemplate(deps, whatsApp, kind, subject)) ?? 'template';
}

/** In the words that the operator chose. */
async function asText(
  deps: TakingDeps,
  whatsApp: WhatsAppService,
  kind: ChatKind,
  { leaving, recipient, reservationId }: Subject,
): Promise<Prepared> {
  const { heading, paragraphs, facts, action } = contentOf(
    kind as EditableEmail,
    leaving.data as never,
    TALK,
    leaving.own,
  );
  const rows = facts?.rows.map(([label, lines]) => `${label}: ${lines.join(', ')}`) ?? [];
  const body = withoutDocuments([heading, ...paragraphs, rows.join('\n')].filter(Boolean).join('\n\n'));
  const text = beginning([body, action && `${action.label}: ${action.link}`].filter(Boolean).join('\n\n'), MAX_TEXT);
  const paid = kind === 'paymentConfirmed' && 'entryId' in leaving.email.about ? recipient.orderReference : null;
  if (paid && text.length <= MAX_ORDER_TEXT) {
    return {
      content: { type: 'order_status', body: text, reference: paid, status: 'completed' },
      code: undefined,
      text,
    };
  }
  const code = await codeOf(deps, kind, leaving, reservationId);
  const order = code && whatsApp.pixInChat === 'button' ? orderOf(recipient, code) : undefined;
  if (order) {
    return { content: { type: 'order_details', body: beginning(text, MAX_ORDER_TEXT), order }, code: undefined, text };
  }
  return { content: { type: 'text', body: text }, code: code?.code, text };
}

/** In the words that Meta has approved; undefined where one of them is missing, or not approved. */
async function asTemplate(
  deps: TakingDeps,
  whatsApp: WhatsAppService,
  kind: ChatKind,
  { leaving, recipient, reservationId }: Subject,
): Promise<Prepared | undefined> {
  const filled = fillTemplate(kind, templateValues(kind, leaving.data));
  if (!filled) return undefined;
  const approved = await listApproved(deps.db, whatsApp.account);
  const withPix = templateName(kind, true);
  if (whatsApp.pixInChat === 'button' && chatTemplateOf(kind).asksFor && approved.has(withPix)) {
    const code = await codeOf(deps, kind, leaving, reservationId);
    const order = code && orderOf(recipient, code);
    const { parameters, text } = filled;
    const template = { type: 'template', name: withPix, language: TEMPLATE_LANGUAGE, parameters } as const;
    if (order) return { content: { ...template, button: { order } }, code: undefined, text };
  }
  const { link } = contentOf(kind as EditableEmail, leaving.data as never, TALK).action ?? {};
  const message = templateMessage(kind, filled, { link, publicUrl: deps.publicUrl });
  return message && approved.has(templateName(kind)) ? { ...message, code: undefined } : undefined;
}

/** Of an e-mail without the operator's wording, what it says. */
function templateValues(kind: ChatKind, data: LeavingEmail['data']): Record<string, string> {
  if (kind !== 'alertNewDate') return valuesOf(kind as EditableEmail, data as never, TALK) ?? {};
  const { name, trip, departure, priceCents } = data as EmailData['alertNewDate'];
  return { primeiro_nome: firstName(name), passeio: trip, saida: departure, valor: moneyText(priceCents) };
}

async function codeOf(
  { codeFor }: TakingDeps,
  kind: ChatKind,
  { data }: LeavingEmail,
  reservationId: Subject['reservationId'],
) {
  const { asksFor } = chatTemplateOf(kind);
  const isPayable = !('payable' in data) || data.payable === true;
  return reservationId !== null && asksFor && isPayable ? codeFor?.(reservationId, asksFor) : undefined;
}

/** Undefined where the operator has no key: Meta wants one beside the code. */
function orderOf({ operator, code }: Recipient, charge: Code): PixOrder | undefined {
  const kind = pixKeyType(operator.pixKey);
  const keyKind = kind && PIX_KEY_KINDS[kind as keyof typeof PIX_KEY_KINDS];
  if (!keyKind) return undefined;
  return {
    reference: charge.reference,
    amountCents: charge.amountCents,
    item: `Reserva ${code}`,
    code: charge.code,
    merchant: operator.name,
    key: operator.pixKey,
    keyKind,
    expiresAtMs: charge.expiresAt?.getTime() ?? null,
  };
}
