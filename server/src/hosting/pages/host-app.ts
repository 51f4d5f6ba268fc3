import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { SignInDelay } from '../../adapters.ts';
import { createDatabase } from '../../platform/database/connect.ts';
import { enforceBodyDeadline } from '../../platform/http/body-deadline.ts';
import { readAddressAtStart, trustedProxies } from '../../platform/http/client-address.ts';
import { AppError, describeError } from '../../platform/http/errors.ts';
import type { Serve } from '../../platform/http/listener.ts';
import { attemptCounter } from '../../platform/http/rate-limits.ts';
import { registerSecurity } from '../../platform/http/security-headers.ts';
import type { HostingConfig } from '../hosting-config.ts';
import type { HostParts } from '../open-operator.ts';
import { deleteOldSignUps } from '../sign-ups.ts';
import { type HostPagesDeps, redirect, sendPage } from './answers.ts';
import { paragraph } from './layout.ts';
import { operatorPages } from './operator-pages.ts';
import { signInPages } from './sign-in-pages.ts';
import { signUpPage, signUpPages } from './sign-up-pages.ts';

const BODY_LIMIT = 10_000;

/** Answers what is asked of the host's own domain. */
export interface HostApp {
  serve: Serve;
  close(): Promise<void>;
}

/** The pages of the host: server-rendered, without scripts. */
export async function hostApp(parts: HostParts): Promise<HostApp> {
  const { config, logger, key, cluster, mail, directory } = parts;
  const made: { serve?: Serve } = {};
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // The process hands over the requests: this server never listens.
    serverFactory(handle) {
      made.serve = handle;
      return createServer();
    },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
  });
  readFormsOnly(app);
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler((request, reply) => sendFailure(new AppError('NOT_FOUND'), request, reply));
  readAddressAtStart(app);
  enforceBodyDeadline(app);
  await registerSecurity(app, { isProduction: config.isProduction, ofSubdomains: false });
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD' && headers.origin !== config.publicUrl) throw new AppError('FORBIDDEN');
  });
  const count = attemptCounter(createDatabase(directory));
  const deps: HostPagesDeps = {
    context: {
      ...{ config, hosting: config.hosting as HostingConfig, cluster, key, pool: directory },
      say: () => undefined,
      ask: async () => '',
    },
    mail,
    delay: new SignInDelay(directory, key.secretFor('sign-in delay'), config.isProduction, '/entrar'),
    async secondsOver(name, max) {
      if (!config.rateLimits) return 0;
      const { current, ttl } = await count({ key: name, windowMs: 60 * 60_000 });
      return current <= max ? 0 : Math.max(1, Math.ceil(ttl / 1_000));
    },
  };
  app.get('/', (_request, reply) =>
    deps.context.hosting.hasSignUp ? sendPage(reply, signUpPage(deps)) : redirect(reply, '/operadores'),
  );
  if (deps.context.hosting.hasSignUp) {
    await deleteOldSignUps(directory);
    signUpPages(app, deps);
  }
  signInPages(app, deps);
  operatorPages(app, deps);
  await app.ready();
  return { serve: made.serve as Serve, close: () => app.close() };
}

// A name that comes twice counts once: the last.
function readFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, statusCode, message } = describeError(error, request.id);
  if (code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error on a page of the host');
  if (code === 'UNAVAILABLE') reply.header('retry-after', '5');
  const title = statusCode === 404 ? 'Não há nada neste endereço' : 'Não deu certo';
  return sendPage(reply, { title, content: paragraph(message) }, statusCode);
}
