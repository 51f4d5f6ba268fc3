import type { ChatTemplateState } from '@passeio/contract/messages/chat-routes';
import {
  type ChatKind,
  chatLabel,
  chatTemplateOf,
  chatTemplates,
  numbered,
  TEMPLATE_LANGUAGE,
  templateName,
} from '@passeio/contract/messages/chat-templates';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ProviderRefused, ProviderUnavailable } from '../../ports/payments/port.ts';
import { type TemplateDraft, TemplateRefused, type WhatsAppService } from '../../ports/whatsapp/port.ts';
import { listTemplateRows, noteTemplateState, saveTemplate, type TemplateRow } from './templates.queries.ts';

/** A path that buttons have as their example. */
const EXAMPLE_PATH = 'minhasreservas/K7M2QX';
const REJECTED = 'REJECTED';

interface Wanted {
  kind: ChatKind;
  isPix: boolean;
  draft: TemplateDraft;
}

/** The templates that the product sends: with the button of a payment only where the account has it. */
function wantedOf(publicUrl: string, pixInChat: WhatsAppService['pixInChat'] | undefined): Wanted[] {
  return (Object.keys(chatTemplates) as ChatKind[]).flatMap((kind) => {
    const { button, asksFor, category = 'UTILITY' } = chatTemplateOf(kind);
    const { body, examples } = numbered(kind);
    const wanted = (isPix: boolean, opens: TemplateDraft['button']): Wanted => ({
      ...{ kind, isPix },
      draft: { name: templateName(kind, isPix), language: TEMPLATE_LANGUAGE, category, body, examples, button: opens },
    });
    const page =
      button === null ? null : ({ kind: 'page', label: button, url: `${publicUrl}/`, example: EXAMPLE_PATH } as const);
    return [wanted(false, page), ...(asksFor && pixInChat === 'button' ? [wanted(true, { kind: 'payment' })] : [])];
  });
}

// What Meta has approved is compared with what would be submitted now: the address of the site may have changed.
const textOf = ({ body, button }: TemplateDraft) =>
  `${body}\n${button?.kind === 'page' ? button.url : (button?.kind ?? '')}`;

/** Every template, with what Meta says of it. */
export async function readTemplates(
  db: Database,
  publicUrl: string,
  whatsApp: WhatsAppService | undefined,
): Promise<ChatTemplateState[]> {
  const rows = whatsApp ? await listTemplateRows(db, whatsApp.account) : [];
  return wantedOf(publicUrl, whatsApp?.pixInChat).map((wanted) =>
    present(
      wanted,
      rows.find(({ name }) => name === wanted.draft.name),
    ),
  );
}

function present({ kind, isPix, draft }: Wanted, row: TemplateRow | undefined): ChatTemplateState {
  const { button } = chatTemplateOf(kind);
  const label = chatLabel(kind);
  return {
    ...{ kind, name: draft.name, button: isPix ? 'Copiar código Pix' : button },
    label: isPix ? `${label}, com Pix` : label,
    text: draft.examples.reduce((text, example, index) => text.replace(`{{${index + 1}}}`, () => example), draft.body),
    category: row?.category ?? draft.category,
    state: ((row && (row.body === textOf(draft) ? row.state : 'CHANGED')) as ChatTemplateState['state']) ?? 'NONE',
    reason: row?.reason ?? '',
  };
}

/**
 * Reads from Meta the state of what it has, and submits what it does not have. Throws WHATSAPP_NOT_CONNECTED, or
 * WHATSAPP_UNAVAILABLE where Meta does not answer; what was submitted until then stays.
 */
export async function submitTemplates(
  { db, publicUrl }: { db: Database; publicUrl: string },
  actor: Actor,
  whatsApp: WhatsAppService | undefined,
): Promise<ChatTemplateState[]> {
  if (!whatsApp) throw new AppError('WHATSAPP_NOT_CONNECTED');
  try {
    await registerTemplates({ db, publicUrl }, whatsApp);
  } catch (error) {
    const isProviders = error instanceof ProviderUnavailable || error instanceof ProviderRefused;
    throw isProviders ? new AppError('WHATSAPP_UNAVAILABLE') : error;
  }
  await inTransaction(db, (trx) =>
    recordAudit(trx, actor, {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'whatsapp', label: 'Modelos do WhatsApp' },
    }),
  );
  return readTemplates(db, publicUrl, whatsApp);
}

/** Submits the templates that Meta does not have, and notes what it says of the others. */
export async function registerTemplates(
  { db, publicUrl }: { db: Database; publicUrl: string },
  whatsApp: WhatsAppService,
): Promise<void> {
  const { account } = whatsApp;
  const there = await whatsApp.listTemplates();
  for (const { draft } of wantedOf(publicUrl, whatsApp.pixInChat)) {
    const { name, language } = draft;
    const found = there.find((one) => one.name === name && one.language === language);
    const row = { account, name, language, body: textOf(draft), fields: draft.examples };
    if (found) {
      const { category, state, providerId: provider_id } = found;
      await saveTemplate(db, { ...row, category, state, provider_id });
    } else await submit(db, whatsApp, draft, row);
  }
}

async function submit(
  db: Database,
  whatsApp: WhatsAppService,
  draft: TemplateDraft,
  row: Pick<TemplateRow, 'account' | 'name' | 'language' | 'body' | 'fields'>,
): Promise<void> {
  try {
    const { category, state, providerId: provider_id } = await whatsApp.submitTemplate(draft);
    await saveTemplate(db, { ...row, category, state, provider_id });
  } catch (error) {
    if (!(error instanceof TemplateRefused)) throw error;
    await saveTemplate(db, { ...row, category: draft.category, state: REJECTED, provider_id: '' });
    const { name, language } = draft;
    await noteTemplateState(db, row.account, { name, language, state: REJECTED, reason: error.message.slice(0, 300) });
  }
}
