import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChatLine, Chats, Client, StoredTemplate } from './chats.ts';
import type { Account, Webhooks } from './webhooks.ts';

/** A client's telephone gets a message so long after it was accepted. */
const DELIVERED_AFTER_MS = 400;
/** Longer than the agency waits. */
const SILENCE_MS = 30_000;

const amount = z.object({ value: z.int().positive(), offset: z.literal(100) });
const order = z.object({
  reference_id: z.string().min(1).max(35),
  type: z.literal('digital-goods'),
  payment_type: z.literal('br'),
  payment_settings: z
    .array(
      z.object({
        type: z.literal('pix_dynamic_code'),
        pix_dynamic_code: z.object({
          code: z.string().min(1),
          merchant_name: z.string().min(1),
          key: z.string().min(1),
          key_type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']),
        }),
      }),
    )
    .length(1),
  currency: z.literal('BRL'),
  total_amount: amount,
  order: z.object({ status: z.literal('pending'), items: z.array(z.object({ name: z.string() })).min(1) }),
});
const button = z.discriminatedUnion('sub_type', [
  z.object({
    type: z.literal('button'),
    sub_type: z.literal('url'),
    index: z.literal('0'),
    parameters: z.array(z.object({ type: z.literal('text'), text: z.string().min(1) })).length(1),
  }),
  z.object({
    type: z.literal('button'),
    sub_type: z.literal('order_details'),
    index: z.literal('0'),
    parameters: z.array(z.object({ type: z.literal('action'), action: z.object({ order_details: order }) })).length(1),
  }),
]);
const body = z.object({
  type: z.literal('body'),
  parameters: z.array(
    z.object({
      type: z.literal('text'),
      text: z
        .string()
        .min(1)
        // As Meta refuses them.
        .regex(/^(?!.* {5})[^\n\t]+$/),
    }),
  ),
});
const base = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().optional(),
  recipient: z.string().optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});
const message = z.discriminatedUnion('type', [
  base.extend({ type: z.literal('text'), text: z.object({ body: z.string().min(1).max(4_096) }) }),
  base.extend({
    type: z.literal('template'),
    template: z.object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z.array(z.union([body, button])).default([]),
    }),
  }),
  base.extend({
    type: z.literal('interactive'),
    interactive: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('order_details'),
        body: z.object({ text: z.string().min(1).max(1_024) }),
        action: z.object({ name: z.literal('review_and_pay'), parameters: order }),
      }),
      z.object({
        type: z.literal('order_status'),
        body: z.object({ text: z.string().min(1).max(1_024) }),
        action: z.object({
          name: z.literal('review_order'),
          parameters: z.object({ reference_id: z.string(), order: z.object({ status: z.string() }) }),
        }),
      }),
    ]),
  }),
]);
type Message = z.output<typeof message>;

const draft = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string(),
  category: z.enum(['UTILITY', 'MARKETING']),
  components: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('BODY'), text: z.string().min(1).max(1_024) }),
      z.object({
        type: z.literal('BUTTONS'),
        buttons: z
          .array(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('URL'), text: z.string().max(25), url: z.string() }),
              z.object({ type: z.literal('ORDER_DETAILS'), text: z.string() }),
            ]),
          )
          .length(1),
      }),
    ]),
  ),
});

export interface Demonstration {
  chats: Chats;
  webhooks: Webhooks;
  account: Account & { accessToken: string };
  /** Messages on their way to telephones. */
  deliveries: Set<Promise<void>>;
}

/** The part of Meta's Cloud API that Passeio uses. */
export function whatsAppApi(app: FastifyInstance, parts: Demonstration): void {
  const { chats, account } = parts;
  const { phoneNumberId, account: waba } = account;
  const guard = { preHandler: admit(parts) };

  app.get(`/v23.0/${phoneNumberId}`, guard, () => ({
    ...{ id: phoneNumberId, display_phone_number: `+${account.displayPhone}`, verified_name: 'Rota das Águas' },
  }));
  app.post(`/v23.0/${phoneNumberId}/messages`, guard, (request, reply) => take(parts, request, reply));
  app.get(`/v23.0/${waba}/message_templates`, guard, () => ({
    data: [...chats.templates.values()].map(({ id, name, language, category, status }) => ({
      ...{ id, name, language, category, status },
    })),
  }));
  app.post(`/v23.0/${waba}/message_templates`, guard, (request, reply) => submit(parts, request, reply));
  app.post(`/v23.0/${waba}/subscribed_apps`, guard, async (request, reply) => {
    const { override_callback_uri: url, verify_token: token } = (request.body ?? {}) as Record<string, string>;
    if (url && !(await answersChallenge(url, token ?? '')))
      return fail(reply, 400, 2_200, 'Callback verification failed');
    parts.webhooks.url = url ?? parts.webhooks.url;
    return { success: true };
  });
  app.get('/v23.0/:mediaId', guard, (request, reply) => {
    const { mediaId } = request.params as { mediaId: string };
    const media = chats.media.get(mediaId);
    if (!media) return fail(reply, 400, 100, 'Unsupported get request');
    const url = `http://${request.headers.host}/media/${mediaId}`;
    return { id: mediaId, url, mime_type: media.type, file_size: media.bytes.length, messaging_product: 'whatsapp' };
  });
  app.get('/media/:mediaId', guard, (request, reply) => {
    const media = chats.media.get((request.params as { mediaId: string }).mediaId);
    return media ? reply.type(media.type).send(media.bytes) : fail(reply, 404, 100, 'Not found');
  });
}

const admit =
  ({ chats, account }: Demonstration) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (chats.condition === 'away') return fail(reply, 500, 131000, 'Something went wrong');
    const isKnown = request.headers.authorization === `Bearer ${account.accessToken}`;
    if (isKnown && chats.condition !== 'revoked') return undefined;
    return fail(reply, 401, 190, 'Invalid OAuth access token');
  };

const fail = (reply: FastifyReply, status: number, code: number, text: string) =>
  reply.code(status).send({ error: { message: text, type: 'OAuthException', code, fbtrace_id: 'demonstration' } });

async function take(parts: Demonstration, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { chats } = parts;
  const read = message.safeParse(request.body);
  if (!read.success) return fail(reply, 400, 100, 'Invalid parameter');
  if (chats.condition === 'limited') return fail(reply, 429, 130429, 'Rate limit hit');
  const sent = read.data;
  const client = sent.to ? chats.clientOf(sent.to) : chats.clientByBsuid(sent.recipient ?? '');
  if (!client) return fail(reply, 400, 131030, 'Recipient not found');
  const shown = shownOf(chats, sent);
  if (!shown) return fail(reply, 404, 132001, 'Template name does not exist in the translation');
  const category = sent.type === 'template' ? categoryOf(chats, sent.template) : 'service';
  const callback = sent.biz_opaque_callback_data;
  const line = chats.add(client, {
    from: 'agency',
    status: 'accepted',
    category,
    ...(callback && { callback }),
    ...shown,
  });
  await chats.save();
  const delivery = deliver(parts, client, line).finally(() => parts.deliveries.delete(delivery));
  parts.deliveries.add(delivery);
  if (chats.condition === 'silent') await wait(SILENCE_MS, undefined, { ref: false });
  const { phone: input } = client;
  const messages = [{ id: line.wamid, message_status: 'accepted' }];
  return reply.send({ messaging_product: 'whatsapp', contacts: [{ input, wa_id: input }], messages });
}

function categoryOf({ templates }: Chats, { name, language }: Extract<Message, { type: 'template' }>['template']) {
  return templates.get(`${name} ${language.code}`)?.category === 'MARKETING' ? 'marketing' : 'utility';
}

/** What the client sees; undefined of a template that is not approved. */
function shownOf({ templates }: Chats, sent: Message): Pick<ChatLine, 'kind' | 'text' | 'link' | 'order'> | undefined {
  if (sent.type === 'text') return { kind: 'text', text: sent.text.body };
  if (sent.type === 'interactive') {
    const { interactive } = sent;
    const { text } = interactive.body;
    if (interactive.type === 'order_details') {
      return { kind: 'order_details', text, order: orderOf(interactive.action.parameters) };
    }
    const { reference_id: reference, order: now } = interactive.action.parameters;
    return { kind: 'order_status', text, order: { reference, amountCents: 0, item: '', code: '', status: now.status } };
  }
  const { name, language, components } = sent.template;
  const template = templates.get(`${name} ${language.code}`);
  if (template?.status !== 'APPROVED') return undefined;
  const said = components.find((one) => one.type === 'body')?.parameters ?? [];
  const text = template.body.replace(/\{\{(\d+)\}\}/g, (_, number) => said[Number(number) - 1]?.text ?? '');
  const opened = components.find((one) => one.type === 'button');
  if (opened?.sub_type === 'order_details') {
    const [first] = opened.parameters;
    return first && { kind: 'template', text, order: orderOf(first.action.order_details) };
  }
  const path = opened?.parameters[0]?.text;
  const link =
    path && template.button?.kind === 'url'
      ? { label: template.button.label, url: template.button.url.replace('{{1}}', () => path) }
      : undefined;
  return { kind: 'template', text, ...(link && { link }) };
}

function orderOf({ reference_id, total_amount, order: { items, status }, payment_settings }: z.output<typeof order>) {
  return {
    ...{ reference: reference_id, amountCents: total_amount.value, status },
    ...{ item: items[0]?.name ?? '', code: payment_settings[0]?.pix_dynamic_code.code ?? '' },
  };
}

/** What becomes of a message: it waits while the telephone is offline, and is refused where it cannot be delivered. */
async function deliver({ chats, webhooks }: Demonstration, client: Client, line: ChatLine): Promise<void> {
  const isFree = line.kind !== 'template' && !chats.isOpen(client);
  const code = isFree ? 131047 : client.condition === 'none' || client.condition === 'blocked' ? 131026 : undefined;
  if (code) {
    line.status = 'failed';
    webhooks.status(client, line, 'failed', code);
    return chats.save();
  }
  line.status = 'sent';
  webhooks.status(client, line, 'sent');
  await wait(DELIVERED_AFTER_MS, undefined, { ref: false });
  if (client.condition === 'online') {
    line.status = 'delivered';
    webhooks.status(client, line, 'delivered');
  }
  await chats.save();
}

async function submit(parts: Demonstration, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { chats, webhooks } = parts;
  const read = draft.safeParse(request.body);
  if (!read.success) return fail(reply, 400, 100, 'Invalid parameter');
  const { name, language, category, components } = read.data;
  const text = components.find((one) => one.type === 'BODY')?.text ?? '';
  const opens = components.find((one) => one.type === 'BUTTONS')?.buttons[0];
  const template: StoredTemplate = {
    ...{ id: String(randomInt(1e12, 9e12)), name, language, category, body: text },
    status: chats.approves ? 'APPROVED' : 'PENDING',
    button: opens?.type === 'URL' ? { kind: 'url', label: opens.text, url: opens.url } : opens ? { kind: 'pix' } : null,
  };
  chats.templates.set(`${name} ${language}`, template);
  await chats.save();
  if (chats.approves) webhooks.template(template);
  const { id, status } = template;
  return { id, status, category };
}

async function answersChallenge(address: string, token: string): Promise<boolean> {
  const url = new URL(address);
  const challenge = String(randomInt(1e9));
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': challenge };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const answered = await fetch(url).catch(() => undefined);
  return answered?.ok === true && (await answered.text()) === challenge;
}
