import { moneyText } from '@passeio/contract/money';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, sendPage, when } from '../page.ts';
import type { CardAccount, CardPayment, PaymentStatus, Preference } from './account.ts';
import { type CardNoticeMode, type CardNotices, cardNoticeModes } from './notices.ts';

const SHOWN = 30;
const decisions = { approved: 'Aprovar', rejected: 'Recusar', pending: 'Deixar pendente' } as const;
const statuses: Record<PaymentStatus, string> = {
  pending: 'Pendente',
  in_process: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
  refunded: 'Devolvido',
  charged_back: 'Contestado',
};
const modes = Object.entries(cardNoticeModes) as [CardNoticeMode, string][];
const notice = z.enum(Object.keys(cardNoticeModes) as [CardNoticeMode, ...CardNoticeMode[]]).default('once');
const decision = z.object({ decisao: z.enum(['approved', 'rejected', 'pending']), aviso: notice });
const act = z.object({ acao: z.enum(['approved', 'rejected', 'charged_back', 'refund', 'none']), aviso: notice });

/** The pages of the demonstration's provider of cards: where a payer goes, and what may become of a payment. */
export function cardPages(app: FastifyInstance, account: CardAccount, notices: CardNotices): void {
  app.get('/', (_request, reply) => send(reply, 'Cartões', homePage(account)));
  app.get('/checkout/v1/redirect', (request, reply) => {
    const preference = account.preferences.get(String((request.query as { pref_id?: string }).pref_id));
    return preference ? send(reply, 'Pagar com cartão', payPage(account, preference)) : notFound(reply);
  });
  app.post('/pagar/:id', async (request, reply) => {
    const preference = account.preferences.get((request.params as { id: string }).id);
    const { data } = decision.safeParse(request.body);
    if (!preference || !data) return notFound(reply);
    if (account.isExpired(preference)) return send(reply, 'Vencida', payPage(account, preference), 409);
    const payment = account.pay(preference, data.decisao);
    await account.save();
    notices.send(payment, data.aviso);
    return reply.redirect(`/pagamentos/${payment.id}`, 303);
  });
  app.get('/pagamentos/:id', (request, reply) => {
    const payment = account.payments.get(Number((request.params as { id: string }).id));
    return payment ? send(reply, statuses[payment.status], paymentPage(account, payment)) : notFound(reply);
  });
  app.post('/pagamentos/:id', async (request, reply) => {
    const payment = account.payments.get(Number((request.params as { id: string }).id));
    const { data } = act.safeParse(request.body);
    if (!payment || !data) return notFound(reply);
    if (data.acao === 'refund') account.refund(payment, null, account.leftOf(payment));
    else if (data.acao !== 'none') account.decide(payment, data.acao);
    await account.save();
    notices.send(payment, data.aviso);
    return reply.redirect(`/pagamentos/${payment.id}`, 303);
  });
  app.post('/avisos', async (_request, reply) => {
    notices.deliverDelayed();
    await account.save();
    return reply.redirect('/', 303);
  });
}

const send = (reply: FastifyReply, title: string, content: Html, status = 200) =>
  sendPage(reply, { title, place: 'Cartões de demonstração', content, status });
const notFound = (reply: FastifyReply) =>
  send(
    reply,
    'Não encontramos',
    html`<section><h1>Não encontramos</h1>
<p>Este pagamento não existe aqui. Peça outro na página da reserva.</p></section>`,
    404,
  );

function homePage(account: CardAccount): Html {
  const open = account.openPreferences();
  const paid = [...account.payments.values()].reverse();
  return html`
<section><h1>A pagar</h1>
${open.length === 0 && html`<p class="soft">Nada por enquanto. Reserve um passeio e escolha pagar com cartão.</p>`}
${open.slice(0, SHOWN).map((one) => html`<h2>${moneyText(one.amountCents)}</h2><p>${one.title}</p>${decide(one, true)}`)}
</section>
<section><h2>Pagamentos</h2>
${paid.length === 0 && html`<p class="soft">Nenhum por enquanto.</p>`}
<ul>${paid.slice(0, SHOWN).map(
    (one) => html`<li><div><strong>${moneyText(one.amountCents)}</strong><br>${statuses[one.status]},
${when.format(one.createdAt)}<div class="soft">${one.id}</div></div>
<a class="button plain" href="/pagamentos/${one.id}">Ver</a></li>`,
  )}</ul>
${
  account.delayed.length > 0 &&
  html`<h3>Avisos guardados: ${account.delayed.length}</h3>
<form method="post" action="/avisos"><button>Entregar do último para o primeiro</button></form>`
}</section>`;
}

function payPage(account: CardAccount, preference: Preference): Html {
  return html`
<section>
<h1>Pagar com cartão</h1>
<p class="amount">${moneyText(preference.amountCents)}</p>
<p>${preference.title}</p>
${
  account.isExpired(preference)
    ? html`<p class="bad">Este pagamento venceu. Peça outro na página da reserva.</p>`
    : html`<p class="soft">Escolha o que o banco do cartão responde. Nenhum cartão é pedido.</p>`
}
</section>
${!account.isExpired(preference) && html`<section>${decide(preference, false)}</section>`}
${backLink(preference)}`;
}

function paymentPage(account: CardAccount, payment: CardPayment): Html {
  const waits = payment.status === 'pending' || payment.status === 'in_process';
  const left = account.leftOf(payment);
  const buttons = [
    ...(waits || payment.status === 'rejected' ? [html`<button name="acao" value="approved">Aprovar</button>`] : []),
    ...(waits ? [html`<button class="plain" name="acao" value="rejected">Recusar</button>`] : []),
    ...(payment.status === 'approved'
      ? [
          html`<button class="plain" name="acao" value="charged_back">Contestar (chargeback)</button>`,
          html`<button class="plain" name="acao" value="refund">Devolver ${moneyText(left)}</button>`,
        ]
      : []),
    html`<button class="plain" name="acao" value="none">Só avisar</button>`,
  ];
  return html`
<section>
<h1 class="${payment.status === 'approved' ? 'good' : ''}">${statuses[payment.status]}</h1>
<p class="amount">${moneyText(payment.amountCents)}</p>
${left < payment.amountCents && html`<p>Devolvidos ${moneyText(payment.amountCents - left)}</p>`}
<p class="soft">Número do pagamento:<br><span class="code">${payment.id}</span></p>
</section>
${backLink(account.preferences.get(payment.preferenceId), payment)}
<section><h2>Depois</h2><form class="row" method="post" action="/pagamentos/${payment.id}">${noticeField()}${buttons}</form>
</section>`;
}

function decide({ id }: Preference, isPlain: boolean): Html {
  return html`<form class="row" method="post" action="/pagar/${id}">${noticeField()}
${Object.entries(decisions).map(
  ([value, label], index) =>
    html`<button class="${isPlain || index > 0 ? 'plain' : ''}" name="decisao" value="${value}">${label}</button>`,
)}</form>`;
}

const noticeField = () =>
  html`<label>Aviso à agência<select name="aviso">${modes.map(
    ([mode, label]) => html`<option value="${mode}">${label}</option>`,
  )}</select></label>`;

function backLink(preference: Preference | undefined, payment?: CardPayment): Html | undefined {
  if (!preference?.returnTo) return undefined;
  const to = new URL(preference.returnTo);
  const { status = 'null', id = 'null' } = payment ?? {};
  // As Mercado Pago names them; who pays nothing comes back with "null".
  const answer = { status, payment_id: String(id), external_reference: preference.reference };
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
  return html`<p><a class="button" href="${to.href}">Voltar à reserva</a></p>`;
}
