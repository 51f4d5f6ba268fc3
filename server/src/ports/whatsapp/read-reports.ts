import { readPhone } from '@passeio/contract/phone';
import { z } from '@passeio/contract/zod';
import type { ChatAddress, Report, ReportedMedia, ReportedMessage, ReportedStatus, ReportedTemplate } from './port.ts';

const MAX_TEXT = 5_000;
const MAX_NAME = 200;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const BSUID = /^[A-Za-z0-9._-]{1,200}$/;
// Line breaks and tabs are of texts; other control characters, and marks that turn or hide what follows, of nobody.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const HIDING = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const change = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) });
const payload = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ id: z.string(), changes: z.array(z.unknown()) })),
});
const metadata = z.object({ phone_number_id: z.string() });
const seconds = z.coerce.number().positive().max(99_999_999_999);
const wamid = z.string().min(1).max(300);
const media = z.object({
  id: z.string().min(1).max(200),
  mime_type: z.string().max(100).default(''),
  filename: z.string().default(''),
  caption: z.string().default(''),
});
const words = z.string().catch('');
const message = z.looseObject({
  id: wamid,
  timestamp: seconds,
  type: z.string().regex(/^[a-z_]{1,30}$/),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  user_id: z.string().optional(),
  to: z.string().optional(),
  to_user_id: z.string().optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: words }).optional(),
  reaction: z.object({ emoji: words }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: words }).optional(),
      list_reply: z.object({ title: words }).optional(),
    })
    .optional(),
  location: z.object({ name: words, address: words }).optional(),
});
type Message = z.output<typeof message>;
const contact = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.object({ name: z.string().default('') }).optional(),
});
const status = z.object({
  id: wamid,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.int() })).default([]),
  pricing: z
    .object({ billable: z.boolean().default(false), category: z.string().regex(/^[a-z_]{1,40}$/) })
    .optional()
    .catch(undefined),
});
const templateState = z.object({
  event: z.string().regex(/^[A-Z_]{1,40}$/),
  message_template_name: z.string().max(100),
  message_template_language: z.string().max(10),
  reason: z.string().nullish(),
});

/** What a webhook reports of an account and its number. Throws if it is none of Meta's. */
export function readReports(body: unknown, of: { account: string; phoneNumberId: string }): Report[] {
  return payload
    .parse(body)
    .entry.filter(({ id }) => id === of.account)
    .flatMap(({ changes }) => changes.flatMap((one) => readChange(one, of.phoneNumberId)));
}

// What this version does not know is passed over: Meta adds fields and kinds.
function readChange(one: unknown, phoneNumberId: string): Report[] {
  const { field, value } = change.safeParse(one).data ?? {};
  if (!value) return [];
  if (field === 'message_template_status_update') return readTemplate(value);
  if (metadata.safeParse(value.metadata).data?.phone_number_id !== phoneNumberId) return [];
  if (field === 'smb_message_echoes') return each(value.message_echoes, message).flatMap(readEcho);
  if (field !== 'messages') return [];
  const contacts = each(value.contacts, contact);
  return [
    ...each(value.messages, message).flatMap((sent) => readMessage(sent, contacts)),
    ...each(value.statuses, status).map(readStatus),
  ];
}

function each<Item>(list: unknown, schema: z.ZodType<Item>): Item[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => schema.safeParse(one).data ?? []);
}

function readMessage(sent: Message, contacts: z.output<typeof contact>[]): ReportedMessage[] {
  // Nobody says anything by it: a number or an id changed.
  if (sent.type === 'system') return [];
  const [only] = contacts;
  const own = sent.from_user_id ?? sent.user_id;
  const known =
    contacts.find(({ user_id, wa_id }) => (own && user_id === own) || (sent.from && wa_id === sent.from)) ??
    (contacts.length === 1 ? only : undefined);
  const from = addressOf(own ?? known?.user_id, sent.from ?? known?.wa_id);
  const name = clean((known?.profile?.name ?? '').replace(/\s+/g, ' '), MAX_NAME).trim();
  return from ? [{ ...whatWasSaid(sent), direction: 'in', contact: from, name }] : [];
}

function readEcho(sent: Message): ReportedMessage[] {
  const to = addressOf(sent.to_user_id, sent.to);
  return to ? [{ ...whatWasSaid(sent), direction: 'echo', contact: to, name: '' }] : [];
}

function whatWasSaid(sent: Message) {
  const { text, button, interactive, reaction, location } = sent;
  const file = mediaOf(sent);
  const said =
    text?.body ??
    button?.text ??
    interactive?.button_reply?.title ??
    interactive?.list_reply?.title ??
    reaction?.emoji ??
    (location && [location.name, location.address].filter(Boolean).join(', ')) ??
    file?.caption ??
    '';
  return {
    does: 'message' as const,
    wamid: sent.id,
    atMs: sent.timestamp * 1_000,
    kind: sent.type,
    text: clean(said, MAX_TEXT),
    media: file ? reportedMedia(file) : null,
  };
}

const mediaOf = (sent: Message) => media.safeParse(sent[sent.type]).data;

function reportedMedia({ id, mime_type, filename }: z.output<typeof media>): ReportedMedia {
  return { providerId: id, contentType: clean(mime_type, 100), fileName: clean(filename, MAX_NAME) };
}

function addressOf(bsuid: string | undefined, phone: string | undefined): ChatAddress | undefined {
  const address = {
    bsuid: bsuid && BSUID.test(bsuid) ? bsuid : null,
    phone: (phone && readPhone(`+${phone.replace(/^\+/, '')}`)) || null,
  };
  return address.bsuid || address.phone ? address : undefined;
}

function readStatus({
  id,
  status: now,
  biz_opaque_callback_data: own,
  errors,
  pricing,
}: z.output<typeof status>): ReportedStatus {
  return {
    does: 'status',
    wamid: id,
    messageId: own && UUID.test(own) ? own : null,
    status: now,
    errorCode: errors[0]?.code ?? null,
    pricing: pricing ? { category: pricing.category, isBilled: pricing.billable } : null,
  };
}

function readTemplate(value: unknown): ReportedTemplate[] {
  const { data } = templateState.safeParse(value);
  if (!data) return [];
  const { message_template_name: name, message_template_language: language, event: state, reason } = data;
  return [{ does: 'template', name, language, state, reason: reason && reason !== 'NONE' ? clean(reason, 300) : '' }];
}

/** As the database can hold it, and a page show it. */
function clean(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replace(CONTROLS, '').replace(HIDING, '');
}
