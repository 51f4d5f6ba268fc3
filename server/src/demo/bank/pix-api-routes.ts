import { z } from '@passeio/contract/zod';
import type { FastifyInstance } from 'fastify';
import { type BankAccounts, DEMO_PIX_KEY } from './accounts.ts';
import { pixOnTheWire, problem, refundOnTheWire } from './wire.ts';

const DEFAULT_PAGE_SIZE = 100;
const amountBody = z.object({ valor: z.string().regex(/^\d{1,10}\.\d{2}$/) });
const withId = z.object({ e2eid: z.string(), id: z.string() });
const span = z.object({
  inicio: z.coerce.date(),
  fim: z.coerce.date(),
  'paginacao.paginaAtual': z.coerce.number().int().min(0).default(0),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1_000).default(DEFAULT_PAGE_SIZE),
});

/** Pix, refunds and the address of notices. */
export function pixRoutes(api: FastifyInstance, accounts: BankAccounts): void {
  const missing = problem(404, 'PixNaoEncontrado', 'Pix não encontrado.');

  api.get('/pix', async (request, reply) => {
    const parsed = span.safeParse(request.query);
    if (!parsed.success || parsed.data.fim < parsed.data.inicio) {
      return reply.code(400).send(problem(400, 'PixConsultaInvalida', 'Período inválido.'));
    }
    const { inicio, fim, 'paginacao.paginaAtual': page, 'paginacao.itensPorPagina': size } = parsed.data;
    const all = [...accounts.pix.values()].filter(({ at }) => at >= inicio.getTime() && at <= fim.getTime());
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(Math.ceil(all.length / size), 1),
      quantidadeTotalDeItens: all.length,
    };
    const shown = all.slice(page * size, (page + 1) * size);
    return {
      parametros: { inicio: inicio.toISOString(), fim: fim.toISOString(), paginacao },
      pix: shown.map((pix) => pixOnTheWire(accounts, pix)),
    };
  });

  api.get('/pix/:e2eid', async (request, reply) => {
    const pix = accounts.pix.get((request.params as { e2eid: string }).e2eid);
    return pix ? pixOnTheWire(accounts, pix) : reply.code(404).send(missing);
  });

  api.put('/pix/:e2eid/devolucao/:id', async (request, reply) => {
    const { e2eid, id } = withId.parse(request.params);
    const pix = accounts.pix.get(e2eid);
    if (!pix) return reply.code(404).send(missing);
    const amountCents = Number(amountBody.parse(request.body).valor.replace('.', ''));
    const existing = pix.refunds.find((refund) => refund.id === id);
    const left = accounts.leftOf(pix) + (existing?.amountCents ?? 0);
    if (amountCents === 0 || amountCents > left || (existing && existing.amountCents !== amountCents)) {
      return reply.code(400).send(problem(400, 'PixDevolucaoInvalida', 'O valor da devolução não pode ser devolvido.'));
    }
    const refund = existing ?? accounts.refund(pix, id, amountCents);
    await accounts.save();
    return reply.code(201).send(refundOnTheWire(accounts, refund));
  });

  api.get('/pix/:e2eid/devolucao/:id', async (request, reply) => {
    const { e2eid, id } = withId.parse(request.params);
    const refund = accounts.pix.get(e2eid)?.refunds.find((one) => one.id === id);
    return refund ? refundOnTheWire(accounts, refund) : reply.code(404).send(missing);
  });

  api.put('/webhook/:key', async (request, reply) => {
    if ((request.params as { key: string }).key !== DEMO_PIX_KEY) {
      return reply.code(404).send(problem(404, 'WebhookNaoEncontrado', 'A chave não é desta conta.'));
    }
    accounts.webhookUrl = z.object({ webhookUrl: z.url() }).parse(request.body).webhookUrl;
    await accounts.save();
    return reply.code(200).send();
  });
}
