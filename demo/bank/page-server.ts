import { randomBytes } from 'node:crypto';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, pageServer, sendPage } from '../page.ts';
import { type Dispute, disputes } from './accounts.ts';
import { type BankSystem, type Condition, conditions } from './api.ts';
import { type NoticeMode, type Notices, noticeModes } from './notices.ts';
import { homePage, missingPage, payPage, pixPage } from './pages.ts';

const UNKNOWN_CHARGE = 'Esta cobrança não existe neste banco. Gere outro código na página da reserva.';
const UNKNOWN_CODE = 'Este código não é de uma cobrança deste banco.';
const UNKNOWN_PIX = 'Este Pix não existe neste banco.';
const TOO_MUCH = 'Escreva o valor em reais, até o que resta do Pix.';
const TOO_LATE = 'O prazo desta cobrança acabou. Gere outro código na página da reserva.';
const UNKNOWN_AMOUNT = 'Escreva o valor em reais, como em 150,00.';

const payment = z.object({
  valor: z
    .string()
    .regex(/^\d{1,7}([.,]\d{1,2})?$/)
    .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
    .refine((cents) => cents > 0),
  nome: z.string().trim().min(1).max(100),
  aviso: z.enum(Object.keys(noticeModes) as [NoticeMode, ...NoticeMode[]]).default('once'),
  vezes: z.coerce.number().int().min(1).max(2).default(1),
});
const dispute = payment.pick({ valor: true, aviso: true }).extend({
  natureza: z.enum(Object.keys(disputes) as [Dispute, ...Dispute[]]).default('MED_FRAUDE'),
});
const conditionForm = z.object({ estado: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]) });

/** The pages of the demonstration bank, over plain HTTP on loopback. */
export function buildBankPages(system: BankSystem, notices: Notices): FastifyInstance {
  const pages = pageServer();
  showingRoutes(pages, system);
  payingRoutes(pages, system, notices);
  return pages;
}

const send = (reply: FastifyReply, title: string, content: Html, status = 200) =>
  sendPage(reply, { title, place: 'Banco de demonstração', content, status });

function showingRoutes(pages: FastifyInstance, system: BankSystem): void {
  const { accounts } = system;
  pages.get('/', (_request, reply) => send(reply, 'Cobranças', homePage(system)));

  pages.get('/pagar/:txid', (request, reply) => {
    const charge = accounts.charges.get((request.params as { txid: string }).txid);
    if (!charge) return send(reply, 'Não encontramos', missingPage(UNKNOWN_CHARGE), 404);
    return send(reply, 'Pagar com Pix', payPage(accounts, charge));
  });

  pages.get('/pix/:id', (request, reply) => {
    const pix = accounts.pix.get((request.params as { id: string }).id);
    if (!pix) return send(reply, 'Não encontramos', missingPage(UNKNOWN_PIX), 404);
    return send(reply, 'Pix enviado', pixPage(accounts, pix));
  });
}

function payingRoutes(pages: FastifyInstance, system: BankSystem, notices: Notices): void {
  const { accounts } = system;

  pages.post('/codigo', async (request, reply) => {
    const { codigo = '' } = (request.body ?? {}) as { codigo?: string };
    const charge = accounts.chargeOfCode(codigo);
    if (!charge) return send(reply, 'Não encontramos', missingPage(UNKNOWN_CODE), 404);
    await accounts.save();
    return reply.redirect(`/pagar/${charge.txid}`, 303);
  });

  pages.post('/pagar/:txid', async (request, reply) => {
    const charge = accounts.charges.get((request.params as { txid: string }).txid);
    if (!charge) return send(reply, 'Não encontramos', missingPage(UNKNOWN_CHARGE), 404);
    const { data } = payment.safeParse(request.body);
    if (!data) return send(reply, 'Não encontramos', missingPage(UNKNOWN_AMOUNT), 400);
    // Others are paid late on purpose: banks differ. After a due date with its days none takes a payment.
    if (charge.due && accounts.isExpired(charge)) return send(reply, 'Não pagamos', missingPage(TOO_LATE), 400);
    const paid = Array.from({ length: data.vezes }, () =>
      accounts.pay(charge, { amountCents: data.valor, payerName: data.nome }),
    );
    await accounts.save();
    for (const pix of paid) notices.send(pix, data.aviso);
    return reply.redirect(`/pix/${paid[0]?.endToEndId}`, 303);
  });

  pages.post('/avulso', async (request, reply) => {
    const { data } = payment.safeParse(request.body);
    if (!data) return send(reply, 'Não encontramos', missingPage(UNKNOWN_AMOUNT), 400);
    const pix = accounts.receive({ txid: '', amountCents: data.valor, payerName: data.nome });
    await accounts.save();
    notices.send(pix, data.aviso);
    return reply.redirect(`/pix/${pix.endToEndId}`, 303);
  });

  pages.post('/devolver/:id', async (request, reply) => {
    const pix = accounts.pix.get((request.params as { id: string }).id);
    if (!pix) return send(reply, 'Não encontramos', missingPage(UNKNOWN_PIX), 404);
    const { data } = payment.pick({ valor: true }).safeParse(request.body);
    if (!data || data.valor > accounts.leftOf(pix)) return send(reply, 'Não devolvemos', missingPage(TOO_MUCH), 400);
    accounts.refund(pix, `APP${randomBytes(12).toString('hex')}`, data.valor);
    await accounts.save();
    return reply.redirect(`/pix/${pix.endToEndId}`, 303);
  });

  pages.post('/contestar/:id', async (request, reply) => {
    const pix = accounts.pix.get((request.params as { id: string }).id);
    if (!pix) return send(reply, 'Não encontramos', missingPage(UNKNOWN_PIX), 404);
    const { data } = dispute.safeParse(request.body);
    if (!data || data.valor > accounts.leftOf(pix)) return send(reply, 'Não devolvemos', missingPage(TOO_MUCH), 400);
    accounts.refund(pix, `MED${randomBytes(12).toString('hex')}`, data.valor, data.natureza);
    await accounts.save();
    notices.send(pix, data.aviso);
    return reply.redirect(`/pix/${pix.endToEndId}`, 303);
  });

  pages.post('/banco', async (request, reply) => {
    const { data } = conditionForm.safeParse(request.body);
    if (data) system.condition = data.estado;
    return reply.redirect('/', 303);
  });

  pages.post('/avisos', async (_request, reply) => {
    notices.deliverDelayed();
    await accounts.save();
    return reply.redirect('/', 303);
  });
}
