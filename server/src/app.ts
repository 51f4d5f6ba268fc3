import { randomUUID } from 'node:crypto';
import { API_BASE } from '@passeio/contract/paths';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { authorization } from './authorization.ts';
import type { App, Deps } from './deps.ts';
import { reservationsRoutes } from './domains/reservations/reservations.routes.ts';
import { settingsRoutes } from './domains/settings/settings.routes.ts';
import { tripsRoutes } from './domains/trips/trips.routes.ts';
import { findCaller } from './domains/users/index.ts';
import { sessionsRoutes } from './domains/users/sessions.routes.ts';
import { usersRoutes } from './domains/users/users.routes.ts';
import { guardRoutes } from './platform/access.ts';
import { AppError, answerError, handleErrors } from './platform/errors.ts';
import { healthRoutes } from './platform/health.ts';
import { openApiRoutes, registerOpenApi } from './platform/openapi.ts';
import { registerPages } from './platform/pages.ts';
import { registerRateLimits } from './platform/rate-limits.ts';
import { registerSecurity } from './platform/security.ts';

const BODY_LIMIT = 1024 * 1024;

/** Assembles the application; it does not listen yet. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, db, identity } = deps;
  const app = createServer(deps);
  app.decorate('deps', deps);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonOnly(app);
  handleErrors(app);
  guardRoutes(app, authorization, {
    verify: (token) => identity.verify(token),
    findCaller: (who) => findCaller(db, who),
  });
  await registerSecurity(app, config.isProduction);
  await registerRateLimits(app, db);
  await registerOpenApi(app, config.publicUrl);

  healthRoutes(app);
  identity.mount(app);
  await app.register(apiRoutes, { prefix: API_BASE.slice(0, -1) });
  if (deps.web)
    await registerPages(app, deps.web, { publicUrl: config.publicUrl, browserOrigins: identity.browserOrigins });
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND'), request, reply));
  return app;
}

async function apiRoutes(app: App): Promise<void> {
  openApiRoutes(app);
  await app.register(settingsRoutes);
  await app.register(tripsRoutes);
  await app.register(usersRoutes);
  await app.register(sessionsRoutes);
  await app.register(reservationsRoutes);
}

function createServer({ config, logger }: Deps): App {
  return fastify({
    loggerInstance: logger as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    // Errors before routing, such as a malformed URL, are answered like all others.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();
}

// JSON is the one format of bodies; an empty one is the same as none, because some clients always name a type.
function readJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
