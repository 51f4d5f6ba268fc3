import { createOTP } from '@better-auth/utils/otp';
import { email } from '@passeio/contract/fields';
import { checkPassword, PASSWORD_LENGTH, passwordProblems } from '@passeio/contract/users/passwords';
import { z } from '@passeio/contract/zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement as h } from 'react';
import { encode } from 'uqr';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import {
  type Administrator,
  acceptInvitation,
  endSession,
  findSession,
  logAct,
  openSession,
  proveAdministrator,
  readInvitation,
  SESSION_HOURS,
  showsCode,
} from '../administrators.ts';
import { type HostPagesDeps, limit, networkOf, readForm, redirect, sendPage, typed } from './answers.ts';
import { field, form, notice, type Page, paragraph } from './layout.ts';

const ATTEMPTS_AN_HOUR = 60;
const START = '/operadores';
const WRONG = 'E-mail, senha ou código não conferem. O código é o que o aplicativo mostra agora.';

const code = z
  .string('Digite o código.')
  .max(20, 'O código tem 6 números.')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'O código tem 6 números.');
const signInForm = z.object({ email, password: z.string().min(1, 'Digite a senha.').max(PASSWORD_LENGTH.max), code });
const invitationForm = z.object({ password: z.string('Escolha uma senha.').max(300), code });

const codeField = (error?: string) =>
  field({
    ...{ name: 'code', label: 'Código do aplicativo', inputMode: 'numeric', autoComplete: 'one-time-code' },
    ...{ maxLength: 20, hint: '6 números, do aplicativo autenticador', error },
  });

/** Signing in to the host's page, with a password and a code of an authenticator, and out. */
export function signInPages(app: FastifyInstance, deps: HostPagesDeps): void {
  const { context, delay } = deps;
  const { pool, key } = context;
  const cookies = sessionCookies(deps);

  app.get('/entrar', (_request, reply) => sendPage(reply, signInPage(undefined)));
  app.post('/entrar', async (request, reply) => {
    const { data, errors } = readForm(signInForm, request.body);
    const again = (says: Parameters<typeof signInPage>[1]) =>
      sendPage(reply, signInPage(typed(request.body, 'email'), says), 400);
    if (errors) return again(errors);
    await limit(deps, reply, `host-sign-in:${networkOf(request)}`, ATTEMPTS_AN_HOUR);
    await delay.begin(request, reply, data.email);
    const found = await proveAdministrator(pool, key, data);
    if (!found) {
      logSecurityEvent(request, 'host sign-in failed', { account: delay.accountOf(data.email) });
      return again({ form: WRONG });
    }
    await delay.succeed(request, reply, data.email);
    return enter(found, reply);
  });
  app.post('/sair', async (request, reply) => {
    await endSession(pool, cookies.read(request));
    return redirect(reply.header('set-cookie', cookies.forget), '/entrar');
  });

  app.get<{ Params: { token: string } }>('/convite/:token', async ({ params }, reply) => {
    const invitation = await readInvitation(pool, key, params.token);
    return invitation ? sendPage(reply, invitationPage(params.token, invitation)) : sendPage(reply, OVER, 404);
  });
  app.post<{ Params: { token: string } }>('/convite/:token', async (request, reply) => {
    const { token } = request.params;
    await limit(deps, reply, `host-invitation:${networkOf(request)}`, ATTEMPTS_AN_HOUR);
    const invitation = await readInvitation(pool, key, token);
    if (!invitation) return sendPage(reply, OVER, 404);
    const { data, errors = {} } = readForm(invitationForm, request.body);
    const problem = data && checkPassword(data.password, { email: invitation.email });
    if (problem) errors.password = passwordProblems[problem].sentence;
    else if (data && !(await showsCode(invitation.authenticator, data.code))) {
      errors.code = 'Código incorreto. Confira a hora do celular e digite o código que aparece agora.';
    }
    if (!data || Object.keys(errors).length > 0) {
      return sendPage(reply, invitationPage(token, invitation, errors), 400);
    }
    const administrator = await acceptInvitation(pool, token, data.password);
    if (!administrator) return sendPage(reply, OVER, 404);
    await delay.forget(administrator.email);
    logSecurityEvent(request, 'host administrator made', { administrator: administrator.id });
    return enter(administrator, reply);
  });

  async function enter(administrator: Administrator, reply: FastifyReply): Promise<FastifyReply> {
    await logAct(pool, administrator, 'signed_in');
    return redirect(reply.header('set-cookie', cookies.keep(await openSession(pool, administrator))), START);
  }
}

/** Lets administrators alone into the routes of `app`; the others are led to the sign-in. */
export function requireAdministrator(
  app: FastifyInstance,
  deps: HostPagesDeps,
): (request: FastifyRequest) => Administrator {
  const known = new WeakMap<FastifyRequest, Administrator>();
  const cookies = sessionCookies(deps);
  app.addHook('onRequest', async (request, reply) => {
    const administrator = await findSession(deps.context.pool, cookies.read(request));
    if (!administrator) return redirect(reply, '/entrar');
    known.set(request, administrator);
  });
  return (request) => known.get(request) as Administrator;
}

function sessionCookies({ context: { config } }: HostPagesDeps) {
  const name = config.isProduction ? '__Host-passeio.host' : 'passeio.host';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${config.isProduction ? '; Secure' : ''}`;
  return {
    read({ headers: { cookie = '' } }: FastifyRequest): string {
      const own = cookie.split(';').map((part) => part.trim());
      return own.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1, name.length + 101) ?? '';
    },
    keep: (token: string) => `${name}=${token}; Max-Age=${SESSION_HOURS * 60 * 60}; ${attributes}`,
    forget: `${name}=; Max-Age=0; ${attributes}`,
  };
}

const OVER: Page = {
  title: 'Este convite não vale mais',
  content: paragraph('Peça outro a quem administra o servidor.'),
};

function signInPage(address: string | undefined, says: Record<string, string> = {}): Page {
  return {
    title: 'Entrar',
    content: [
      h('p', { key: 'lead' }, 'Para quem administra esta hospedagem. Agências entram no endereço do próprio portal.'),
      h('div', { key: 'says' }, notice(says.form, 'danger')),
      h(
        'div',
        { key: 'form' },
        form(
          '/entrar',
          'Entrar',
          field({
            ...{ name: 'email', label: 'E-mail', type: 'email', inputMode: 'email', autoComplete: 'username' },
            ...{ maxLength: 254, value: address, error: says.email },
          }),
          field({
            ...{ name: 'password', label: 'Senha', type: 'password', autoComplete: 'current-password' },
            ...{ maxLength: PASSWORD_LENGTH.max, error: says.password },
          }),
          codeField(says.code),
        ),
      ),
    ],
  };
}

function invitationPage(
  token: string,
  { email: address, authenticator }: { email: string; authenticator: string },
  errors: Record<string, string> = {},
): Page {
  const uri = createOTP(authenticator).url('Passeio', address);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return {
    title: 'A sua conta de administrador',
    content: h(
      'div',
      null,
      paragraph('Leia o código com um aplicativo autenticador no celular e escolha uma senha para ', address, '.'),
      qrCode(uri),
      h('p', null, h('small', null, 'Sem câmera? Digite esta chave no aplicativo: ')),
      h('p', null, h('code', null, secret.match(/.{1,4}/g)?.join(' '))),
      form(
        `/convite/${encodeURIComponent(token)}`,
        'Criar a conta',
        h('input', { type: 'hidden', name: 'username', value: address, autoComplete: 'username' }),
        field({
          ...{ name: 'password', label: 'Senha', type: 'password', autoComplete: 'new-password', maxLength: 128 },
          ...{ hint: `${PASSWORD_LENGTH.min} caracteres ou mais`, error: errors.password },
        }),
        codeField(errors.code),
      ),
    ),
  };
}

function qrCode(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return h(
    'svg',
    {
      className: 'qr',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': 'Código QR para o aplicativo autenticador',
    },
    h('rect', { width: size, height: size, fill: '#fff' }),
    h('path', { d: dark.join(''), fill: '#000', shapeRendering: 'crispEdges' }),
  );
}
