import {
  type ChatKind,
  chatTemplateOf,
  isChatKind,
  numbered,
  TEMPLATE_LANGUAGE,
  templateName,
} from '@passeio/contract/messages/chat-templates';
import type { EditableEmail } from '@passeio/contract/messages/email-templates';
import { pixKeyType } from '@passeio/contract/operator/pix-key';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ConnectionsAtWork } from '../../ports/connections/port.ts';
import type { ChatContent, PixOrder, WhatsAppService } from '../../ports/whatsapp/port.ts';
import { contentOf, type LeavingEmail, valuesOf } from '../messages/index.ts';
import { isBudgetSpent } from './budget.ts';
import { openConversation } from './contacts.ts';
import { enqueueMessage } from './enqueue-message.ts';
import { type Recipient, readRecipient } from './recipients.queries.ts';
import { hasApproved } from './templates.queries.ts';

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
const MAX_PARAMETER = 200;
const PIX_KEY_KINDS = { cpf: 'CPF', cnpj: 'CNPJ', email: 'EMAIL', phone: 'PHONE', evp: 'EVP' } as const;

/** What is sent, in its order; the first stands for all, and has what the conversation shows. */
interface Prepared {
  content: ChatContent;
  /** The code of a payment, alone so that one long press copies it. */
  code: string | undefined;
  text: string;
}

/**
 * Sends a message about a reservation by WhatsApp, where its payer wishes that and it can be delivered as far as is
 * known. False: nothing was queued, and the e-mail leaves.
 */
export function emailTaker(deps: TakingDeps): (leaving: LeavingEmail) => Promise<boolean> {
  return async (leaving) => {
    const { kind, about } = leaving.email;
    const { whatsApp } = deps.connections;
    if (!whatsApp || !isChatKind(kind) || !('reservationId' in about)) return false;
    const { reservationId } = about;
    const recipient = await readRecipient(deps.db, reservationId);
    if (!recipient || !wantsChat(recipient, kind)) return false;
    const prepared = await prepare(deps, whatsApp, kind, { leaving, recipient, reservationId });
    if (!prepared) return false;
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
    return true;
  };
}

function wantsChat({ wish, isUnreachable, hasStopped }: Recipient, kind: ChatKind): boolean {
  return wish === 'whatsapp' && !isUnreachable && (!hasStopped || chatTemplateOf(kind).isNeeded);
}

interface Subject {
  leaving: LeavingEmail;
  recipient: Recipient;
  reservationId: string;
}

async function prepare(
  deps: TakingDeps,
  whatsApp: WhatsAppService,
  kind: ChatKind,
  subject: Subject,
): Promise<Prepared | undefined> {
  const { openUntil } = subject.recipient;
  const isOpen = openUntil !== null && openUntil.getTime() - SPARE_MS > Date.now();
  if (isOpen) return asText(deps, whatsApp, kind, subject);
  if (chatTemplateOf(kind).about === 'care' && (await isBudgetSpent(deps.db))) return undefined;
  return asTemplate(deps, whatsApp, kind, subject);
}

/** In the words that the operator chose. */
async function asText(
  deps: TakingDeps,
  whatsApp: WhatsAppService,
  kind: ChatKind,
  { leaving, recipient, reservationId }: Subject,
): Promise<Prepared> {
  const { heading, paragraphs, facts, action } = contentOf(kind, leaving.data as never, TALK, leaving.own);
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
  const { body, fields } = numbered(kind);
  const values: Record<string, string> = valuesOf(kind as EditableEmail, leaving.data as never, TALK) ?? {};
  const parameters = fields.map((name) => beginning(withoutDocuments(oneLine(values[name] ?? '')), MAX_PARAMETER));
  const link = contentOf(kind, leaving.data as never, TALK).action?.link ?? '';
  if (parameters.includes('')) return undefined;
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? '');
  const template = { type: 'template', language: TEMPLATE_LANGUAGE, parameters } as const;
  const isApproved = (name: string) => hasApproved(deps.db, whatsApp.account, name);
  if (whatsApp.pixInChat === 'button' && chatTemplateOf(kind).asksFor && (await isApproved(templateName(kind, true)))) {
    const code = await codeOf(deps, kind, leaving, reservationId);
    const order = code && orderOf(recipient, code);
    if (order)
      return { content: { ...template, name: templateName(kind, true), button: { order } }, code: undefined, text };
  }
  const site = `${deps.publicUrl}/`;
  if (!link.startsWith(site) || !(await isApproved(templateName(kind)))) return undefined;
  const button = { path: link.slice(site.length) };
  return { content: { ...template, name: templateName(kind), button }, code: undefined, text: `${text}\n\n${link}` };
}

async function codeOf({ codeFor }: TakingDeps, kind: ChatKind, { data }: LeavingEmail, reservationId: string) {
  const { asksFor } = chatTemplateOf(kind);
  const isPayable = !('payable' in data) || data.payable === true;
  return asksFor && isPayable ? codeFor?.(reservationId, asksFor) : undefined;
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

// Meta takes no line breaks in fields.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

// Half an emoji at the end is nothing that the database takes.
const beginning = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

// As they are written out, or masked.
const DOCUMENTS = /[\d*•]{2,3}\.[\d*•]{3}\.[\d*•]{3}(?:\/[\d*•]{4})?-[\d*•]{2}/g;

function withoutDocuments(text: string): string {
  return text.replace(DOCUMENTS, '•••');
}
