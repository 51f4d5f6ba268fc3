import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from '@passeio/contract/zod';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type BankAccounts, type BankCharge, DEMO_PIX_KEY } from './accounts.ts';
import type { BankCertificates } from './certificates.ts';
import { chargeOnTheWire, pixOnTheWire, problem, refundOnTheWire } from './wire.ts';

/** How the bank is: open, answering 503, not answering at all, answering 500, or answering 429. */
export const conditions = {
  open: 'Funcionando',
  closed: 'Fora do ar',
  hanging: 'Sem resposta',
  failing: 'Com erro interno',
  busy: 'Sobrecarregado',
} as const;
export type Condition = keyof typeof conditions;

const HANG_MS = 60_000;
const STATUS_OF = { closed: 503, failing: 500, busy: 429 } as const;

/** What the API is run by; `condition`, `credentials` and `tokens` may be changed while it runs. */
export interface BankSystem {
  accounts: BankAccounts;
  condition: Condition;
  credentials: { clientId: string; clientSecret: string };
  /** Valid tokens; emptied, all are refused. */
  tokens: Set<string>;
  /** Sees every call, for tests. */
  observe?: (call: ObservedCall) => void;
}

/** A call of the API with its answer. */
export interface ObservedCall {
  method: string;
  route: string;
  query: unknown;
  requestBody: unknown;
  status: number;
  body: unknown;
}

const payer = z.object({ cpf: z.string().regex(/^\d{11}$/), nome: z.string().max(200) });
const newCharge = z.object({
  calendario: z.object({ expiracao: z.int().positive() }),
  devedor: payer.optional(),
  valor: z.object({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  chave: z.literal(DEMO_PIX_KEY),
  solicitacaoPagador: z.string().max(140).default(''),
});
const newDueCharge = newCharge.extend({
  calendario: z.object({ dataDeVencimento: z.iso.date(), validadeAposVencimento: z.int().min(0).default(30) }),
  devedor: payer,
});
const revision = z.strictObject({
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
  calendario: newCharge.shape.calendario.optional(),
});
const withTxid = z.object({ txid: z.string() });

/** The API Pix of the demonstration bank, over mutual TLS. */
export function buildBankApi(system: BankSystem, { ca, server }: BankCertificates): FastifyInstance {
  const https = { ca, cert: server.cert, key: server.key, requestCert: true, rejectUnauthorized: true };
  const api = fastify({ https, forceCloseConnections: true }) as unknown as FastifyInstance;
  api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  api.addHook('onRequest', (request, reply) => behave(system, request, reply));
  api.addHook('onSend', async (request, reply, payload) => {
    reply.header('date', new Date(system.accounts.now()).toUTCString());
    if (reply.statusCode >= 400) reply.type('application/problem+json');
    const { body: requestBody, method, query, routeOptions } = request;
    const body = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : undefined;
    system.observe?.({ method, route: routeOptions.url ?? '', query, requestBody, status: reply.statusCode, body });
    return payload;
  });
  api.setErrorHandler((_error, _request, reply) =>
    reply.code(400).send(problem(400, 'RequisicaoInvalida', 'Requisição inválida.')),
  );
  tokenRoute(api, system);
  chargeRoutes(api, system.accounts, 'cob');
  chargeRoutes(api, system.accounts, 'cobv');
  pixRoutes(api, system.accounts);
  return api;
}

async function behave(system: BankSystem, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { condition } = system;
  if (condition === 'hanging') await wait(HANG_MS, undefined, { ref: false });
  if (condition !== 'open' && condition !== 'hanging') {
    const status = STATUS_OF[condition];
    if (condition === 'busy') reply.header('retry-after', '1');
    return reply.code(status).send(problem(status, 'ServicoIndisponivel', conditions[condition]));
  }
  if (request.routeOptions.url === '/oauth/token') return undefined;
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (system.tokens.has(token)) return undefined;
  // The standard has no 401.
  return reply.code(403).send(problem(403, 'AcessoNegado', 'Token inválido ou expirado.'));
}

function tokenRoute(api: FastifyInstance, system: BankSystem): void {
  const { tokens } = system;
  api.post('/oauth/token', async (request, reply) => {
    const { clientId, clientSecret } = system.credentials;
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${expected}`) return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    tokens.add(token);
    return { access_token: token, token_type: 'Bearer', expires_in: 3_600 };
  });
}

/** Charges, and those with a due date (`cobv`), which the standard keeps apart. */
function chargeRoutes(api: FastifyInstance, accounts: BankAccounts, kind: 'cob' | 'cobv'): void {
  const name = kind === 'cob' ? 'Cob' : 'CobV';
  const missing = problem(404, `${name}NaoEncontrado`, 'Cobrança não encontrada para o txid informado.');
  const invalid = (reason: string) => problem(400, `${name}OperacaoInvalida`, 'Cobrança inválida.', [[kind, reason]]);
  const isOfKind = ({ due }: BankCharge) => (due !== undefined) === (kind === 'cobv');
  const chargeOf = (params: unknown) => {
    const charge = accounts.charges.get(withTxid.parse(params).txid);
    return charge && isOfKind(charge) ? charge : undefined;
  };

  api.put(`/${kind}/:txid`, async (request, reply) => {
    const { txid } = withTxid.parse(request.params);
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return reply.code(400).send(invalid('txid'));
    const parsed = (kind === 'cob' ? newCharge : newDueCharge).safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(invalid(parsed.error.issues[0]?.path.join('.') ?? ''));
    const existing = accounts.charges.get(txid);
    if (existing && (existing.status !== 'ATIVA' || !isOfKind(existing))) {
      return reply.code(400).send(invalid('A cobrança não está ATIVA.'));
    }
    const { valor, calendario, devedor, solicitacaoPagador } = parsed.data;
    const charge = accounts.createCharge({
      txid,
      amountCents: Number(valor.original.replace('.', '')),
      description: solicitacaoPagador,
      ...endOf(calendario),
      ...(devedor && { payer: devedor }),
    });
    await accounts.save();
    return reply.code(201).send(chargeOnTheWire(charge, DEMO_PIX_KEY));
  });

  api.patch(`/${kind}/:txid`, async (request, reply) => {
    const charge = chargeOf(request.params);
    if (!charge) return reply.code(404).send(missing);
    const { status, calendario } = revision.parse(request.body);
    if (charge.status !== 'ATIVA') return reply.code(400).send(invalid('A cobrança não está ATIVA.'));
    if (status) charge.status = status;
    else if (calendario) charge.expiresInS = calendario.expiracao;
    charge.revision += 1;
    await accounts.save();
    return chargeOnTheWire(charge, DEMO_PIX_KEY);
  });

  api.get(`/${kind}/:txid`, async (request, reply) => {
    const charge = chargeOf(request.params);
    return charge ? chargeOnTheWire(charge, DEMO_PIX_KEY) : reply.code(404).send(missing);
  });
}

type Calendar = z.output<typeof newCharge>['calendario'] | z.output<typeof newDueCharge>['calendario'];
const endOf = (calendar: Calendar): Pick<BankCharge, 'expiresInS' | 'due'> =>
  'expiracao' in calendar
    ? { expiresInS: calendar.expiracao }
    : { expiresInS: 0, due: { on: calendar.dataDeVencimento, validDays: calendar.validadeAposVencimento } };

const DEFAULT_PAGE_SIZE = 100;
const amountBody = z.object({ valor: z.string().regex(/^\d{1,10}\.\d{2}$/) });
const withId = z.object({ e2eid: z.string(), id: z.string() });
const span = z.object({
  inicio: z.coerce.date(),
  fim: z.coerce.date(),
  devolucaoPresente: z.stringbool().optional(),
  'paginacao.paginaAtual': z.coerce.number().int().min(0).default(0),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1_000).default(DEFAULT_PAGE_SIZE),
});

/** Pix, refunds and the address of notices. */
function pixRoutes(api: FastifyInstance, accounts: BankAccounts): void {
  const missing = problem(404, 'PixNaoEncontrado', 'Pix não encontrado.');

  api.get('/pix', async (request, reply) => {
    const parsed = span.safeParse(request.query);
    if (!parsed.success || parsed.data.fim < parsed.data.inicio) {
      return reply.code(400).send(problem(400, 'PixConsultaInvalida', 'Período inválido.'));
    }
    const { inicio, fim, devolucaoPresente, ...paging } = parsed.data;
    const { 'paginacao.paginaAtual': page, 'paginacao.itensPorPagina': size } = paging;
    const all = [...accounts.pix.values()].filter(
      ({ at, refunds }) =>
        at >= inicio.getTime() &&
        at <= fim.getTime() &&
        (devolucaoPresente === undefined || devolucaoPresente === refunds.length > 0),
    );
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
