import { randomUUID } from 'node:crypto';
import { email } from '@passeio/contract/fields';
import { pagePaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createElement as h } from 'react';
import { renderContent } from '../../domains/messages/index.ts';
import { oneAtATime } from '../../platform/concurrency/semaphore.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { addressOf, issueFirstAccess } from '../commands/add-operator.ts';
import { readOperator } from '../directory.queries.ts';
import { isReserved, isSlug } from '../names.ts';
import {
  CONFIRMATION_HOURS,
  confirmSignUp,
  type NewSignUp,
  readSignUp,
  type SignUp,
  startSignUp,
} from '../sign-ups.ts';
import { type HostPagesDeps, limit, networkOf, readForm, redirect, sendPage, typed } from './answers.ts';
import { field, form, notice, type Page, paragraph } from './layout.ts';

// In an hour.
const OF_NETWORK = 10;
const OF_ALL = 100;
const TO_EMAIL = 3;
const OF_LINK = 60;
const REFRESH_S = 3;

const TAKEN = 'Este endereço já é de outra agência. Escolha outro.';

const signUpForm = z.object({
  name: z
    .string('Diga o nome da agência.')
    .trim()
    .min(2, 'Diga o nome da agência.')
    .max(80, 'O nome tem no máximo 80 letras.')
    .regex(/^\P{Cc}*$/u, 'Escreva o nome em uma linha.'),
  slug: z
    .string('Escolha o endereço.')
    .max(300, 'Use de 3 a 40 letras sem acento, números ou hífen.')
    .transform((text) => text.trim().toLowerCase())
    .refine(isSlug, 'Use de 3 a 40 letras sem acento, números ou hífen.')
    .refine((slug) => !isReserved(slug), 'Este endereço é reservado. Escolha outro.'),
  email,
});

/** Operators that make themselves: a form, a link by e-mail, and only then a database. */
export function signUpPages(app: FastifyInstance, deps: HostPagesDeps): void {
  const { context } = deps;
  const { pool } = context;
  // Copying the template is most of a server's work.
  const inTurn = oneAtATime();
  type OfLink = { Params: { token: string } };
  const countOpening = (reply: FastifyReply, token: string) =>
    limit(deps, reply, `sign-up-link:${hashToken(token)}`, OF_LINK);

  app.post('/cadastro', async (request, reply) => {
    const { data, errors } = readForm(signUpForm, request.body);
    const again = (says: Record<string, string>) => sendPage(reply, signUpPage(deps, request.body, says), 400);
    if (errors) return again(errors);
    await limit(deps, reply, `sign-up:${networkOf(request)}`, OF_NETWORK);
    await limit(deps, reply, 'sign-up', OF_ALL);
    if (await readOperator(pool, data.slug)) return again({ slug: TAKEN });
    // Nobody learns from the answer that others have written to this address.
    const isOver = (await deps.secondsOver(`sign-up-email:${deps.delay.accountOf(data.email)}`, TO_EMAIL)) > 0;
    if (!isOver) await sendConfirmation(deps, data, await startSignUp(pool, data));
    return sendPage(reply, sentPage(data));
  });
  app.get<OfLink>('/cadastro/:token', async ({ params: { token } }, reply) => {
    await countOpening(reply, token);
    const signUp = await readSignUp(pool, token);
    if (!signUp) return sendPage(reply, OVER, 404);
    if (signUp.state === 'made') return sendPage(reply, await madePage(deps, signUp));
    return sendPage(reply, signUp.state === 'making' ? MAKING : confirmPage(deps, signUp, token));
  });
  app.post<OfLink>('/cadastro/:token', async ({ params: { token } }, reply) => {
    await countOpening(reply, token);
    const signUp = await readSignUp(pool, token);
    if (!signUp) return sendPage(reply, OVER, 404);
    if (signUp.state !== 'waiting' || (await inTurn(() => confirmSignUp(context, token)))) {
      return redirect(reply, `/cadastro/${encodeURIComponent(token)}`);
    }
    return sendPage(reply, signUpPage(deps, signUp, { slug: TAKEN }), 409);
  });
}

async function sendConfirmation({ context, mail }: HostPagesDeps, signUp: NewSignUp, token: string): Promise<void> {
  const { config, hosting } = context;
  const address = `${signUp.slug}.${hosting.domain}`;
  const brand = { name: hosting.domain, legalName: '', cnpj: '', cadastur: '', phone: '', whatsapp: '', email: '' };
  const content = {
    subject: 'Confirme o seu portal de passeios',
    preview: `Falta um passo para ${address}`,
    heading: 'Falta um passo',
    paragraphs: [
      `Você pediu o portal ${address} para ${signUp.name}.`,
      `Confirme pelo botão em até ${CONFIRMATION_HOURS} horas. Só então o portal é criado.`,
    ],
    action: { label: 'Confirmar e criar o portal', link: `${config.publicUrl}/cadastro/${token}` },
    note: 'Se não foi você, ignore esta mensagem: nada é criado.',
  };
  const rendered = await renderContent(content, { ...brand, accentColor: '', logo: null });
  await mail.send({ ...rendered, id: randomUUID(), senderName: hosting.domain, to: signUp.email, pictures: [] });
}

/** The form; with what was typed and what is wrong with it. */
export function signUpPage({ context }: HostPagesDeps, body?: unknown, says: Record<string, string> = {}): Page {
  const { domain } = context.hosting;
  return {
    title: 'Crie o portal da sua agência',
    content: h(
      'div',
      null,
      paragraph('Passeios, reservas, Pix e lista de embarque em um endereço só seu. Leva poucos minutos.'),
      notice(says.form, 'danger'),
      form(
        '/cadastro',
        'Continuar',
        field({
          ...{ name: 'name', label: 'Nome da agência', autoComplete: 'organization', maxLength: 80 },
          ...{ value: typed(body, 'name'), error: says.name },
        }),
        field({
          ...{ name: 'slug', label: 'Endereço do portal', autoComplete: 'off', maxLength: 40 },
          ...{ value: typed(body, 'slug'), error: says.slug },
          hint: `Como em rotadasaguas, que fica rotadasaguas.${domain}. Depois dá para usar um domínio seu.`,
        }),
        field({
          ...{ name: 'email', label: 'Seu e-mail', type: 'email', inputMode: 'email', autoComplete: 'email' },
          ...{ maxLength: 254, value: typed(body, 'email'), error: says.email },
          hint: 'Mandamos um link para confirmar.',
        }),
      ),
      h('p', { className: 'footer' }, h('a', { href: '/entrar' }, 'Administração da hospedagem')),
    ),
  };
}

function sentPage({ email: to }: NewSignUp): Page {
  return {
    title: 'Confira o seu e-mail',
    content: h(
      'div',
      null,
      paragraph('Mandamos um link para ', h('strong', null, to), `. Ele vale por ${CONFIRMATION_HOURS} horas.`),
      paragraph('Não chegou? Olhe a caixa de spam, ou ', h('a', { href: '/' }, 'comece de novo'), '.'),
    ),
  };
}

function confirmPage({ context: { hosting } }: HostPagesDeps, { name, slug }: SignUp, token: string): Page {
  return {
    title: 'Criar o portal?',
    content: h(
      'div',
      null,
      paragraph(h('strong', null, name), ` fica em ${slug}.${hosting.domain}.`),
      form(`/cadastro/${encodeURIComponent(token)}`, 'Criar o portal'),
    ),
  };
}

async function madePage({ context }: HostPagesDeps, { slug }: SignUp): Promise<Page> {
  const operator = await readOperator(context.pool, slug);
  if (!operator || operator.state === 'closed') return OVER;
  const address = addressOf(context, operator.domains);
  const code = await issueFirstAccess(context, operator);
  if (!code) {
    return {
      title: 'O portal já tem administrador',
      content: h('p', null, h('a', { className: 'button', href: address }, 'Abrir o portal')),
    };
  }
  return {
    title: 'O portal está pronto',
    content: h(
      'div',
      null,
      paragraph('Anote o endereço: ', h('strong', null, operator.domains[0])),
      paragraph('Agora crie a sua conta de administrador. O portal mostra os primeiros passos.'),
      h(
        'p',
        null,
        h('a', { className: 'button', href: `${address}${pagePaths.firstAccess}#${code}` }, 'Criar a minha conta'),
      ),
    ),
  };
}

const OVER: Page = {
  title: 'Este link não vale mais',
  content: h('p', null, h('a', { href: '/' }, 'Começar de novo')),
};

const MAKING: Page = {
  title: 'Estamos preparando o portal',
  content: paragraph('Leva alguns segundos. Esta página se atualiza sozinha.'),
  refresh: REFRESH_S,
};
