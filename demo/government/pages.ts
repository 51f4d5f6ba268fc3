import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CertifiedKey } from '../bank/certificates.ts';
import { type Html, html, sendPage, when } from '../page.ts';
import { writeCancelledElsewhere } from './documents.ts';
import { type Condition, conditions, type RegisteredNote, type Registry } from './registry.ts';
import { parseXml, textIn } from './signature.ts';
import { certificateList } from './test-certificates.ts';

const SHOWN = 30;
const conditionForm = z.object({ estado: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]) });

/** The pages of the demonstration government: its notes, how it answers, and where anybody looks a note up. */
export function governmentPages(pages: FastifyInstance, registry: Registry, signer: CertifiedKey): void {
  pages.get('/', (_request, reply) => send(reply, 'Notas', homePage(registry)));
  pages.get('/ConsultaPublica', (request, reply) => {
    const note = registry.byKey(String((request.query as { chave?: string }).chave));
    if (!note) return send(reply, 'Não encontramos', html`<section><p>Esta nota não existe aqui.</p></section>`, 404);
    return send(reply, `Nota ${note.number}`, notePage(note));
  });
  pages.post('/cancelar', async (request, reply) => {
    const { chave = '' } = request.body as { chave?: string };
    const note = registry.byKey(chave);
    if (note && !note.event) registry.end(note, writeCancelledElsewhere(note, signer), 'CANCELAMENTO');
    await registry.save();
    return reply.redirect(note ? `/ConsultaPublica?chave=${note.accessKey}` : '/', 303);
  });
  pages.post('/governo', async (request, reply) => {
    const { data } = conditionForm.safeParse(request.body);
    if (data) registry.condition = data.estado;
    return reply.redirect('/', 303);
  });
}

const send = (reply: FastifyReply, title: string, content: Html, status = 200) =>
  sendPage(reply, { title, place: 'Governo de demonstração', content, status });

function homePage({ notes, condition }: Registry): Html {
  const latest = [...notes.values()].toReversed().slice(0, SHOWN);
  return html`<section><h1>Notas autorizadas</h1>
${latest.length === 0 && html`<p>Nenhuma nota ainda. Emita uma na página de uma reserva paga.</p>`}
<ul>${latest.map(
    (note) => html`<li><div><a href="/ConsultaPublica?chave=${note.accessKey}">Nota ${note.number}</a>
<div class="soft">${when.format(note.authorisedAt)}</div></div>${stateOf(note)}</li>`,
  )}</ul></section>
<section><h2>Como o governo responde</h2>
<form method="post" action="/governo" class="row">${Object.entries(conditions).map(
    ([key, label]) =>
      html`<button class="plain" name="estado" value="${key}" aria-pressed="${String(key === condition)}">${label}</button>`,
  )}</form></section>
${certificateList()}`;
}

function notePage(note: RegisteredNote): Html {
  const root = parseXml(note.xml);
  return html`<section><h1>Nota ${note.number}</h1><p class="amount">R$ ${textIn(root, 'vServ').replace('.', ',')}</p>
<p>${stateOf(note)}</p><p>${textIn(root, 'xDescServ')}</p><p class="soft">Chave</p><p class="code">${note.accessKey}</p>
${!note.event && html`<form method="post" action="/cancelar"><input type="hidden" name="chave" value="${note.accessKey}"><button class="plain">Cancelar aqui, no site do governo</button></form>`}</section>`;
}

function stateOf({ event, isReplaced }: RegisteredNote): Html {
  if (!event) return html`<span class="good">Autorizada</span>`;
  return html`<span class="bad">${isReplaced ? 'Substituída' : 'Cancelada'}</span>`;
}
