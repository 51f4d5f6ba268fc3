import { createHash, randomInt } from 'node:crypto';
import { moneyText } from '@passeio/contract/money';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, sendPage, when } from '../page.ts';
import type { Demonstration } from './api.ts';
import {
  type ChatLine,
  type Chats,
  type Client,
  type PhoneCondition,
  type ProviderCondition,
  phoneConditions,
  providerConditions,
} from './chats.ts';
import { samplePicture } from './sample-picture.ts';
import { sampleVoice } from './sample-voice.ts';

const SHOWN = 40;
const statuses: Record<ChatLine['status'], string> = {
  accepted: 'aceita',
  sent: '✓ enviada',
  delivered: '✓✓ entregue',
  read: '✓✓ lida',
  failed: 'não entregue',
};

/** What a client sends by a tap, by its path. */
const files = {
  foto: { kind: 'image', type: 'image/png', make: samplePicture },
  audio: { kind: 'audio', type: 'audio/ogg; codecs=opus', make: sampleVoice },
};

const phone = z
  .string()
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().regex(/^\d{8,15}$/))
  .transform((digits) => (digits.length <= 11 ? `55${digits}` : digits));
const opening = z.object({ telefone: phone, nome: z.string().trim().max(60).default('') });
const writing = z.object({ texto: z.string().trim().min(1).max(4_000) });
const conditionForm = z.object({
  estado: z.enum(Object.keys(phoneConditions) as [PhoneCondition, ...PhoneCondition[]]).optional(),
  oculto: z.enum(['sim', 'nao']).optional(),
});
const providerForm = z.object({
  estado: z.enum(Object.keys(providerConditions) as [ProviderCondition, ...ProviderCondition[]]),
});

/** The pages on which one is the client. `bankUrl`: the demonstration bank, in which a Pix is paid. */
export function whatsAppPages(app: FastifyInstance, parts: Demonstration, bankUrl: () => string | undefined): void {
  const { chats, webhooks } = parts;
  app.get('/', (_request, reply) => send(reply, 'Conversas', homePage(chats)));
  app.post('/conversas', async (request, reply) => {
    const { data } = opening.safeParse(request.body);
    if (!data)
      return send(reply, 'Telefone', homePage(chats, 'Escreva um telefone com DDD, como (35) 98811-2001.'), 400);
    const client = chats.clientOf(data.telefone, data.nome);
    if (data.nome) client.name = data.nome;
    await chats.save();
    return reply.redirect(`/conversas/${client.phone}`, 303);
  });
  app.post('/provedor', async (request, reply) => {
    const { data } = providerForm.safeParse(request.body);
    if (data) chats.condition = data.estado;
    return reply.redirect('/', 303);
  });

  const clientOf = (params: unknown) => chats.clients.get((params as { phone: string }).phone);
  app.get('/conversas/:phone', async ({ params }, reply) => {
    const client = clientOf(params);
    if (!client) return notFound(reply);
    if (client.condition === 'online') await read(parts, client);
    return send(reply, client.name, chatPage(client, bankUrl()));
  });
  app.post('/conversas/:phone/escrever', async ({ params, body }, reply) => {
    const client = clientOf(params);
    const { data } = writing.safeParse(body);
    if (!client || !data) return notFound(reply);
    webhooks.message(client, chats.add(client, fromClient('text', data.texto)));
    return back(reply, chats, client);
  });
  for (const [path, file] of Object.entries(files)) {
    app.post(`/conversas/:phone/${path}`, async ({ params }, reply) => {
      const client = clientOf(params);
      if (!client) return notFound(reply);
      const id = String(randomInt(1e12, 9e12));
      const { kind, type } = file;
      const bytes = file.make();
      chats.media.set(id, { type, bytes });
      const sha256 = createHash('sha256').update(bytes).digest('base64');
      webhooks.message(client, chats.add(client, { ...fromClient(kind, ''), media: { id, type, sha256 } }));
      return back(reply, chats, client);
    });
  }
  app.post('/conversas/:phone/app', async ({ params, body }, reply) => {
    const client = clientOf(params);
    const { data } = writing.safeParse(body);
    if (!client || !data) return notFound(reply);
    const line = { from: 'app', kind: 'text', text: data.texto, status: 'delivered', category: 'service' } as const;
    webhooks.echo(client, chats.add(client, line));
    return back(reply, chats, client);
  });
  app.post('/conversas/:phone/estado', async ({ params, body }, reply) => {
    const client = clientOf(params);
    const { data } = conditionForm.safeParse(body);
    if (!client || !data) return notFound(reply);
    if (data.oculto) client.isHidden = data.oculto === 'sim';
    if (data.estado) client.condition = data.estado;
    if (data.estado === 'online') deliverWaiting(parts, client);
    return back(reply, chats, client);
  });
}

const fromClient = (kind: string, text: string) =>
  ({ from: 'client', kind, text, status: 'delivered', category: 'service' }) as const;

async function back(reply: FastifyReply, chats: Chats, client: Client): Promise<FastifyReply> {
  await chats.save();
  return reply.redirect(`/conversas/${client.phone}`, 303);
}

async function read({ chats, webhooks }: Demonstration, client: Client): Promise<void> {
  for (const line of client.lines) {
    if (line.from !== 'agency' || line.status !== 'delivered') continue;
    line.status = 'read';
    webhooks.status(client, line, 'read');
  }
  await chats.save();
}

function deliverWaiting({ webhooks }: Demonstration, client: Client): void {
  for (const line of client.lines) {
    if (line.from !== 'agency' || line.status !== 'sent') continue;
    line.status = 'delivered';
    webhooks.status(client, line, 'delivered');
  }
}

const send = (reply: FastifyReply, title: string, content: Html, status = 200) =>
  sendPage(reply, { title, place: 'WhatsApp de demonstração', content, status });
const notFound = (reply: FastifyReply) =>
  send(
    reply,
    'Não encontramos',
    html`<section><h1>Não encontramos</h1><p>Esta conversa não existe aqui.</p></section>`,
    404,
  );

function homePage(chats: Chats, problem = ''): Html {
  const clients = [...chats.clients.values()].toSorted((one, other) => lastAt(other) - lastAt(one));
  return html`
<section><h1>Seja o cliente</h1>
<p class="soft">Aqui você vê o que o cliente recebe no telefone dele, e responde como ele.</p>
${problem !== '' && html`<p class="bad">${problem}</p>`}
<form method="post" action="/conversas">
<label>Telefone do cliente<input name="telefone" inputmode="tel" required placeholder="(35) 98811-2001"></label>
<label>Nome no WhatsApp<input name="nome" maxlength="60"></label>
<button>Abrir conversa</button></form></section>
<section><h2>Conversas</h2>
${clients.length === 0 && html`<p class="soft">Nenhuma ainda. Escolha WhatsApp ao reservar, ou abra uma aqui.</p>`}
<ul>${clients.slice(0, SHOWN).map(
    (client) => html`<li><div><strong>${client.name}</strong> +${client.phone}
<div class="soft">${client.lines.at(-1)?.text.slice(0, 80) ?? ''}</div></div>
<a class="button plain" href="/conversas/${client.phone}">Abrir</a></li>`,
  )}</ul></section>
<section><h2>Como o WhatsApp está</h2>
<form class="row" method="post" action="/provedor">${choices(providerConditions, chats.condition)}</form></section>`;
}

const lastAt = ({ lines }: Client) => lines.at(-1)?.at ?? 0;

const choices = (labels: Record<string, string>, current: string) =>
  Object.entries(labels).map(
    ([value, label]) => html`<button class="plain" name="estado" value="${value}"
aria-pressed="${String(value === current)}">${label}</button>`,
  );

function chatPage(client: Client, bankUrl: string | undefined): Html {
  const base = `/conversas/${client.phone}`;
  return html`
<section><h1>${client.name}</h1><p class="soft">+${client.phone} · ${phoneConditions[client.condition]}</p></section>
${client.lines.slice(-SHOWN).map((line) => lineOf(line, bankUrl))}
<section>
<form method="post" action="${base}/escrever">
<label>Escrever como o cliente<textarea name="texto" rows="2" required maxlength="4000"></textarea></label>
<button>Enviar</button></form>
<form class="row" method="post"><button class="plain" formaction="${base}/foto">Enviar uma foto</button>
<button class="plain" formaction="${base}/audio">Enviar um áudio</button></form>
<p><a class="button plain" href="${base}">Atualizar</a></p></section>
<section><details><summary>O telefone do cliente</summary>
<form class="row" method="post" action="${base}/estado">${choices(phoneConditions, client.condition)}
<button class="plain" name="oculto" value="${client.isHidden ? 'nao' : 'sim'}" aria-pressed="${String(client.isHidden)}">Esconder o número</button></form></details>
<details><summary>Escrever como a agência, no aplicativo</summary>
<form method="post" action="${base}/app"><label>Texto<textarea name="texto" rows="2" required maxlength="4000"></textarea></label>
<button>Enviar pelo aplicativo</button></form></details></section>`;
}

function lineOf({ from, at, text, status, link, order, media }: ChatLine, bankUrl: string | undefined): Html {
  const who = { agency: 'Agência', client: 'Cliente', app: 'Agência, pelo aplicativo' }[from];
  const paragraphs = text.split(/\n+/).filter(Boolean);
  return html`<section>
<p class="soft">${who}, ${when.format(at)}${from === 'agency' && ` · ${statuses[status]}`}</p>
${media && html`<p>${media.type.startsWith('audio/') ? '🎤 Áudio' : '📷 Foto'}</p>`}
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${link && html`<p><a class="button" href="${link.url}">${link.label}</a></p>`}
${order && order.status === 'pending' && payment(order, bankUrl)}
${order && order.status !== 'pending' && html`<p class="good">Pedido ${order.reference}: ${order.status === 'completed' ? 'pago' : order.status}</p>`}
</section>`;
}

function payment(order: NonNullable<ChatLine['order']>, bankUrl: string | undefined): Html {
  return html`<h2>${order.item}</h2><p class="amount">${moneyText(order.amountCents)}</p>
<p class="code">${order.code}</p>
${bankUrl && html`<p><a class="button" href="${bankUrl}/pagar/${order.reference}">Pagar com Pix</a></p>`}`;
}
