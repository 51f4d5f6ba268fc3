import { pagePaths } from '@passeio/contract/paths';
import { FIRST_ACCESS_HOURS } from '@passeio/contract/users/first-access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createElement as h, type ReactNode } from 'react';
import { withClient } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countFailedJobs } from '../../platform/jobs/jobs.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { type Act, type Administrator, type LoggedAct, logAct, readActs } from '../administrators.ts';
import { addressOf, issueFirstAccess } from '../commands/add-operator.ts';
import { resumeOperator, suspendOperator } from '../commands/change-state.ts';
import type { CommandContext } from '../commands/context.ts';
import { type OperatorRow, readOperator, readOperators } from '../directory.queries.ts';
import { databaseUrlOf } from '../operator-config.ts';
import { currentVersion } from '../template.ts';
import { type HostPagesDeps, redirect, sendPage } from './answers.ts';
import { field, form, notice, type Page, paragraph } from './layout.ts';
import { requireAdministrator } from './sign-in-pages.ts';

const SHOWN = 25;
const MEASURED_AT_ONCE = 5;

const actLabels: Record<Act, string> = {
  signed_in: 'entrou',
  suspended: 'suspendeu',
  resumed: 'reativou',
  code_issued: 'gerou um código de primeiro acesso de',
};
const doneNotices: Record<string, string> = {
  suspenso: 'O portal está suspenso. Nada foi apagado.',
  reativado: 'O portal está no ar de novo.',
};

type OfOperator = { Params: { slug: string }; Querystring: { feito?: string } };

/** The operators of the host, for its administrators: nothing of their clients. */
export function operatorPages(root: FastifyInstance, deps: HostPagesDeps): void {
  const { context } = deps;
  const { pool } = context;
  void root.register(async (app) => {
    const administratorOf = requireAdministrator(app, deps);
    const find = async ({ params }: FastifyRequest<OfOperator>): Promise<OperatorRow> => {
      const operator = await readOperator(pool, params.slug);
      if (!operator || operator.state === 'closed') throw new AppError('NOT_FOUND');
      return operator;
    };

    app.get<{ Querystring: { q?: unknown; pagina?: unknown } }>('/operadores', async (request, reply) => {
      const { q, pagina } = request.query;
      const wanted = typeof q === 'string' ? q.slice(0, 80) : '';
      const page = Math.max(1, Math.min(10_000, Math.trunc(Number(pagina)) || 1));
      return sendPage(reply, await listPage(context, administratorOf(request), wanted, page));
    });
    app.get<OfOperator>('/operadores/:slug', async (request, reply) => {
      const done = doneNotices[String(request.query.feito)];
      return sendPage(reply, await operatorPage(context, administratorOf(request), await find(request), { done }));
    });
    const change = (path: string, act: Act, run: typeof suspendOperator, done: string, failed: string) => {
      app.post<OfOperator>(`/operadores/:slug/${path}`, async (request, reply) => {
        const operator = await find(request);
        const administrator = administratorOf(request);
        try {
          await run(context, operator.slug);
        } catch (error) {
          if (!(error instanceof StartError)) throw error;
          const now = await find(request);
          return sendPage(reply, await operatorPage(context, administrator, now, { failed }), 409);
        }
        await logAct(pool, administrator, act, operator.slug);
        return redirect(reply, `/operadores/${operator.slug}?feito=${done}`);
      });
    };
    const TAKEN = 'Não deu: o portal já estava suspenso, ou está mudando de banco.';
    change('suspender', 'suspended', suspendOperator, 'suspenso', TAKEN);
    const LEFT = 'Não deu: o portal já estava no ar, ou a atualização do banco dele falhou de novo.';
    change('reativar', 'resumed', resumeOperator, 'reativado', LEFT);
    app.post<OfOperator>('/operadores/:slug/codigo', async (request, reply) => {
      const operator = await find(request);
      const administrator = administratorOf(request);
      const code = await issueFirstAccess(context, operator);
      if (code) await logAct(pool, administrator, 'code_issued', operator.slug);
      const failed = code ? undefined : 'Este portal já tem administrador, que convida os outros.';
      const status = code ? 200 : 409;
      return sendPage(reply, await operatorPage(context, administrator, operator, { code, failed }), status);
    });
  });
}

interface Measured {
  bytes: number;
  failedJobs: number;
}

/** The size of an operator's database, and how much of its work failed: nothing else of it is read. */
async function measure({ cluster, key }: CommandContext, operator: OperatorRow): Promise<Measured | undefined> {
  try {
    return await withClient(databaseUrlOf(operator, cluster, key), async (client) => {
      await client.query(`set statement_timeout = '2s'`);
      const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
      return { bytes: rows[0].bytes, failedJobs: await countFailedJobs(client) };
    });
  } catch {
    return undefined;
  }
}

async function listPage(
  context: CommandContext,
  administrator: Administrator,
  wanted: string,
  page: number,
): Promise<Page> {
  const search = wanted.trim().toLowerCase();
  const version = await currentVersion();
  const open = (await readOperators(context.pool)).filter(({ state }) => state !== 'closed');
  const found = open.filter(({ slug, name, domains }) =>
    [slug, name, ...domains].some((text) => text.toLowerCase().includes(search)),
  );
  const shown = found.slice((page - 1) * SHOWN, page * SHOWN);
  const measured: (Measured | undefined)[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < shown.length; index = next++) {
      measured[index] = await measure(context, shown[index] as OperatorRow);
    }
  };
  await Promise.all(Array.from({ length: MEASURED_AT_ONCE }, work));
  const pages = Math.ceil(found.length / SHOWN);
  const linkTo = (number: number) => `/operadores?${new URLSearchParams({ q: wanted, pagina: String(number) })}`;
  return {
    ...frameOf(administrator),
    title: 'Agências',
    content: h(
      'div',
      null,
      paragraph(found.length === 1 ? '1 agência' : `${found.length} agências`, search && ` com “${wanted}”`, '.'),
      h(
        'form',
        { className: 'search', method: 'get', action: '/operadores', role: 'search' },
        field({
          ...{ name: 'q', label: 'Procurar', type: 'search', autoComplete: 'off', maxLength: 80 },
          ...{ value: wanted, isOptional: true },
        }),
        h('button', { type: 'submit', className: 'quiet' }, 'Procurar'),
      ),
      open.length === 0 && paragraph('Ainda não há agência. A primeira se faz com: npm run operators -- add'),
      h(
        'ul',
        { className: 'operators' },
        shown.map((operator, index) =>
          h(
            'li',
            { key: operator.slug },
            h('a', { href: `/operadores/${operator.slug}` }, operator.name),
            facts(factsOf(operator, version, measured[index])),
          ),
        ),
      ),
      page > 1 && paragraph(h('a', { href: linkTo(page - 1) }, 'Anteriores')),
      page < pages && paragraph(h('a', { href: linkTo(page + 1) }, 'Próximas')),
      actList(await readActs(context.pool)),
    ),
  };
}

interface Outcome {
  done?: string | undefined;
  failed?: string | undefined;
  code?: string | undefined;
}

async function operatorPage(
  context: CommandContext,
  administrator: Administrator,
  operator: OperatorRow,
  { done, failed, code }: Outcome,
): Promise<Page> {
  const { slug, name, domains, state, problem } = operator;
  const address = addressOf(context, domains);
  const others = domains.slice(1);
  const base = `/operadores/${slug}`;
  return {
    ...frameOf(administrator),
    title: name,
    content: h(
      'div',
      null,
      paragraph(h('a', { href: '/operadores' }, 'Todas as agências')),
      notice(done) ?? notice(failed, 'danger'),
      code && codeOf(address, code),
      facts([
        ['Endereço', h('a', { href: address }, address)],
        ...(others.length > 0 ? [['Outros domínios', others.join(', ')] as const] : []),
        ...factsOf(operator, await currentVersion(), await measure(context, operator)),
        ['Desde', minuteOf(operator.created_at)],
        ['Última exportação', operator.exported_at ? minuteOf(operator.exported_at) : 'nunca'],
      ]),
      problem !== null && notice('A atualização do banco falhou: só este portal está em manutenção.', 'warning'),
      problem !== null && h('p', null, h('code', null, problem)),
      h(
        'div',
        { className: 'deeds' },
        state === 'active' &&
          deed(
            'Suspender',
            'O portal sai do ar com um aviso. Nada é apagado, e dá para reativar.',
            `${base}/suspender`,
          ),
        (state !== 'active' || problem !== null) &&
          deed('Reativar', 'O portal volta ao ar; uma atualização que falhou é tentada de novo.', `${base}/reativar`),
        deed(
          'Gerar código de primeiro acesso',
          'Enquanto o portal não tem administrador, quem tiver o código cria a conta dele.',
          `${base}/codigo`,
        ),
      ),
      actList(await readActs(context.pool, slug)),
    ),
  };
}

function frameOf({ email }: Administrator): Pick<Page, 'header' | 'isWide'> {
  const signOut = h(
    'form',
    { method: 'post', action: '/sair' },
    h('button', { type: 'submit', className: 'quiet' }, 'Sair'),
  );
  return { isWide: true, header: [h('span', { key: 'who' }, email), h('div', { key: 'out' }, signOut)] };
}

function codeOf(address: string, code: string): ReactNode {
  return h(
    'div',
    null,
    notice(`O código vale por ${FIRST_ACCESS_HOURS} horas e não aparece de novo.`),
    facts([
      ['Endereço', `${address}${pagePaths.firstAccess}`],
      ['Código', h('code', null, code)],
    ]),
  );
}

function deed(label: string, text: string, action: string): ReactNode {
  return h('details', null, h('summary', null, label), paragraph(text), form(action, label));
}

type Fact = readonly [label: string, value: ReactNode];

function factsOf(operator: OperatorRow, version: string, measured: Measured | undefined): Fact[] {
  const { last_active_at: last } = operator;
  return [
    ['Situação', situationOf(operator, version)],
    ['Versão', operator.version],
    ['Última visita', last ? minuteOf(last) : 'nunca'],
    ['Banco de dados', measured ? sizeOf(measured.bytes) : 'não respondeu'],
    ['Trabalhos que falharam', measured ? String(measured.failedJobs) : 'não respondeu'],
  ];
}

function facts(rows: readonly Fact[]): ReactNode {
  return h(
    'dl',
    null,
    rows.map(([label, value]) => h('div', { key: label }, h('dt', null, label), h('dd', null, value))),
  );
}

function actList(acts: LoggedAct[]): ReactNode {
  if (acts.length === 0) return null;
  return h(
    'section',
    null,
    h('h2', null, 'O que foi feito aqui'),
    h(
      'ul',
      { className: 'acts' },
      acts.map(({ at, administrator, act, slug }, index) =>
        h(
          'li',
          { key: index },
          h('small', null, minuteOf(at)),
          ` ${administrator} ${actLabels[act]} ${slug ?? ''}`.trimEnd(),
        ),
      ),
    ),
  );
}

function situationOf({ state, problem, is_awake, version }: OperatorRow, current: string): string {
  if (state === 'suspended') return 'suspenso';
  if (state === 'moving') return 'mudando de banco';
  if (problem !== null) return 'em manutenção: a atualização falhou';
  return `no ar, ${is_awake ? 'acordado' : 'dormindo'}${version < current ? ', a atualizar' : ''}`;
}

const minutes = new Intl.DateTimeFormat('pt-BR', {
  ...({ dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const),
});
const minuteOf = (moment: Date) => minutes.format(moment);

const megabytes = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const sizeOf = (bytes: number) => `${megabytes.format(bytes / 1024 ** 2)} MB`;
