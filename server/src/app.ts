import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { API_BASE, GOOGLE_BASE } from '@passeio/contract/paths';
import type { AnyRoute } from '@passeio/contract/route';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { authorization } from './authorization.ts';
import { queueWork, sweeps } from './background-work.ts';
import type { App, Deps } from './deps.ts';
import { announcementsRoutes } from './domains/announcements/announcements.routes.ts';
import { auditRoutes } from './domains/audit/audit.routes.ts';
import { boardingRoutes, guideBoardingRoutes } from './domains/boarding/boarding.routes.ts';
import { cashDoorOf, cashGuideOfSession, guideOfSession, requireOwnBoarding } from './domains/boarding/index.ts';
import { connectionsRoutes, siteAddressRoutes } from './domains/connections/connections.routes.ts';
import { conversationsRoutes } from './domains/conversations/conversations.routes.ts';
import { teamRoutes } from './domains/crew/crew.routes.ts';
import { departuresRoutes } from './domains/departures/departures.routes.ts';
import { discountsRoutes } from './domains/discounts/discounts.routes.ts';
import { nextRuleChange } from './domains/discounts/index.ts';
import { emailReader } from './domains/email-facts/index.ts';
import { failedWorkRoutes } from './domains/failed-work/failed-work.routes.ts';
import { gaugeReader } from './domains/health/gauges.ts';
import { healthReportRoutes } from './domains/health/health.routes.ts';
import type { Watched } from './domains/health/watched.ts';
import { importsRoutes } from './domains/imports/imports.routes.ts';
import { allotmentKeeper } from './domains/inventory/index.ts';
import { passengersRoutes } from './domains/manifest/passengers.routes.ts';
import { mailQueue } from './domains/messages/index.ts';
import { messagesRoutes } from './domains/messages/messages.routes.ts';
import { overviewRoutes } from './domains/overview/overview.routes.ts';
import { doorPaymentsRoutes } from './domains/payments/door-payments.routes.ts';
import { giftCardsRoutes } from './domains/payments/gift-cards.routes.ts';
import { invoicesRoutes } from './domains/payments/invoices.routes.ts';
import { linkRequestsRoutes } from './domains/payments/link-requests/link-requests.routes.ts';
import { paymentsRoutes } from './domains/payments/payments.routes.ts';
import { webhookRoutes } from './domains/payments/provider/webhook.routes.ts';
import { receiptsRoutes } from './domains/payments/receipts/receipts.routes.ts';
import { refundsRoutes } from './domains/payments/refunds/refunds.routes.ts';
import { statementsRoutes } from './domains/payments/statements.routes.ts';
import { tripMoneyRoutes } from './domains/payments/trip-money.routes.ts';
import { privacyRoutes } from './domains/privacy/privacy.routes.ts';
import { devicesRoutes } from './domains/push/push.routes.ts';
import { accountingRoutes } from './domains/reports/accounting.routes.ts';
import { reportsRoutes } from './domains/reports/reports.routes.ts';
import { googleRoutes } from './domains/reservations/google.routes.ts';
import { guestWaitingRoutes } from './domains/reservations/guest-waiting.routes.ts';
import { linkOfReservation, payerLinks, reservationsOfTrips } from './domains/reservations/index.ts';
import {
  contractRoutes,
  participantsRoutes,
  reservationsRoutes,
  voucherRoutes,
} from './domains/reservations/reservations.routes.ts';
import {
  staffBookingRoutes,
  staffPageRoutes,
  staffReservationsRoutes,
} from './domains/reservations/staff-reservations.routes.ts';
import { travelAuthorizationsRoutes } from './domains/reservations/travel-authorizations.routes.ts';
import { reviewsRoutes } from './domains/reviews/reviews.routes.ts';
import { searchRoutes } from './domains/search/search.routes.ts';
import { seatingRoutes } from './domains/seating/seating.routes.ts';
import { ownSellerRoutes, sellerLinks, sellersRoutes } from './domains/sellers/sellers.routes.ts';
import { savePaymentProviders } from './domains/settings/index.ts';
import { settingsRoutes } from './domains/settings/settings.routes.ts';
import { tripAlertsRoutes } from './domains/trip-alerts/trip-alerts.routes.ts';
import { nextDeparture } from './domains/trips/index.ts';
import { tripsRoutes } from './domains/trips/trips.routes.ts';
import { callers } from './domains/users/index.ts';
import {
  administratorsRoutes,
  invitationsRoutes,
  staffInvitationsRoutes,
  usersRoutes,
} from './domains/users/users.routes.ts';
import { vehiclesRoutes } from './domains/vehicles/vehicles.routes.ts';
import { waitingListRoutes } from './domains/waiting-list/waiting-list.routes.ts';
import { whatsAppWebhooks } from './domains/whatsapp/webhook.routes.ts';
import { whatsAppRoutes } from './domains/whatsapp/whatsapp.routes.ts';
import { routeRules } from './limits-and-changes.ts';
import { guardRoutes } from './platform/http/access.ts';
import { enforceBodyDeadline } from './platform/http/body-deadline.ts';
import { readAddressAtStart, trustedProxies } from './platform/http/client-address.ts';
import { AppError, handleErrors, sendError } from './platform/http/errors.ts';
import { BODY_LIMIT, requireHandlers } from './platform/http/handle.ts';
import { healthRoutes } from './platform/http/health.ts';
import { hideFields } from './platform/http/hidden-fields.ts';
import { createListener, type Listener, type Serve } from './platform/http/listener.ts';
import { registerRateLimits } from './platform/http/rate-limits.ts';
import type { RequestableWrite } from './platform/http/requestable-write.ts';
import { type Examples, readRules } from './platform/http/route-rules.ts';
import { registerSecurity } from './platform/http/security-headers.ts';
import { measureCached, measureRequests } from './platform/metrics/measure-requests.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { registerOpenApi } from './platform/openapi/openapi.ts';
import { cachePublicResponses } from './platform/pages/api-cache.ts';
import { PageCache } from './platform/pages/page-cache.ts';
import { registerPages } from './platform/pages/pages.ts';
import { PublicRoutes } from './platform/pages/public-routes.ts';
import { followRequests } from './platform/tracing/follow-requests.ts';

// For uncached responses: most of the effect at little cost.
const QUICK_COMPRESSION = {
  // Smaller ones are sent in three packets at most; compressing one costs a tenth of a reservation's processor time.
  threshold: 4096,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
};

/** Builds the application without listening; can be repeated when the database was away. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, db, identity } = deps;
  await savePaymentProviders(db, deps.providers);
  const cache = new PageCache({
    notifier: deps.changes,
    nextChangeAt: async () => {
      const moments = await Promise.all([nextDeparture(db), nextRuleChange(db)]);
      return moments.filter((at) => at != null).toSorted((one, other) => one.getTime() - other.getTime())[0];
    },
    onError: (error) => deps.logger.warn({ err: error }, 'a cached page was not renewed'),
    memory: deps.pageMemory,
  });
  const app = createApp(deps, cache);
  app.addHook('onClose', async () => cache.close());
  const routes = new PublicRoutes(app);
  app.decorate('deps', deps);
  app.decorate('handled', new Map<AnyRoute, Examples>());
  app.decorate('rules', readRules(routeRules));
  app.decorate('requestable', new Map<string, RequestableWrite>());
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  followRequests(app, config.operator);
  readJsonOnly(app);
  handleErrors(app);
  readAddressAtStart(app);
  enforceBodyDeadline(app, deps.bodyDeadlineMs);
  guardRoutes(app, authorization, {
    holderOf: (token) => identity.holderOf(token),
    verify: (token) => identity.verify(token),
    findPerson: callers(db),
  });
  hideFields(app, authorization);
  await registerSecurity(app, { isProduction: config.isProduction, ofSubdomains: !config.hosting });
  cachePublicResponses(app, cache);
  // Compressed requests are refused, see security-headers.ts.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false, ...QUICK_COMPRESSION });
  await registerRateLimits(app, db);
  app.decorate('openPayerLink', payerLinks(db, deps.emailCodeKey));
  await registerOpenApi(app);

  requireHandlers(app);
  healthRoutes(app);
  // Under hosting the host serves them.
  if (config.metrics && config.hosting) measureRequests(app);
  else if (config.metrics) serveMetrics(app, config.metrics, gaugeReader(deps, watchedOf(deps)));
  identity.mount(app);
  await app.register(apiRoutes, { prefix: API_BASE.slice(0, -1) });
  await app.register(webhookRoutes, { prefix: '/webhooks' });
  await app.register(whatsAppWebhooks, { prefix: '/webhooks' });
  await app.register(googleRoutes, { prefix: GOOGLE_BASE });
  sellerLinks(app);
  if (deps.web)
    await registerPages(app, deps.web, {
      cache,
      routes,
      publicUrl: config.publicUrl,
      browserOrigins: identity.browserOrigins,
    });
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply));
  return app;
}

async function apiRoutes(app: App): Promise<void> {
  await app.register(settingsRoutes);
  await app.register(connectionsRoutes);
  await app.register(siteAddressRoutes);
  await app.register(whatsAppRoutes);
  const follower = reservationsOfTrips(app.deps);
  await app.register(tripsRoutes, { follower });
  await app.register(usersRoutes);
  await app.register(invitationsRoutes, { linkOf: linkOfReservation(app.deps.config.publicUrl) });
  await app.register(administratorsRoutes);
  await app.register(staffInvitationsRoutes);
  await app.register(reservationsRoutes);
  await app.register(voucherRoutes);
  await app.register(contractRoutes);
  await app.register(discountsRoutes, { keeper: allotmentKeeper });
  await app.register(vehiclesRoutes);
  await app.register(teamRoutes);
  await app.register(seatingRoutes, { follower });
  await app.register(waitingListRoutes);
  await app.register(guestWaitingRoutes);
  await app.register(participantsRoutes);
  await app.register(travelAuthorizationsRoutes);
  await app.register(reviewsRoutes);
  await app.register(auditRoutes);
  const { db, config, emailCodeKey } = app.deps;
  await app.register(messagesRoutes, { readEmail: emailReader(db, config.publicUrl, emailCodeKey) });
  await app.register(announcementsRoutes);
  await app.register(tripAlertsRoutes);
  await app.register(privacyRoutes);
  await app.register(devicesRoutes);
  await app.register(failedWorkRoutes, { queues: queueWork });
  await app.register(healthReportRoutes, watchedOf(app.deps));
  await app.register(passengersRoutes);
  await app.register(boardingRoutes);
  await app.register(guideBoardingRoutes);
  await app.register(staffBookingRoutes);
  await app.register(staffReservationsRoutes);
  await app.register(staffPageRoutes);
  await app.register(paymentsRoutes);
  await app.register(giftCardsRoutes);
  await app.register(doorPaymentsRoutes, {
    ...{ guideOf: guideOfSession, requireOwn: requireOwnBoarding },
    ...{ cashGuideOf: cashGuideOfSession, cashDoorOf },
  });
  await app.register(tripMoneyRoutes);
  await app.register(departuresRoutes);
  await app.register(receiptsRoutes);
  await app.register(refundsRoutes);
  await app.register(linkRequestsRoutes);
  await app.register(statementsRoutes);
  await app.register(invoicesRoutes);
  await app.register(importsRoutes);
  await app.register(overviewRoutes);
  await app.register(searchRoutes);
  await app.register(conversationsRoutes);
  await app.register(reportsRoutes);
  await app.register(accountingRoutes);
  await app.register(sellersRoutes);
  await app.register(ownSellerRoutes);
}

function watchedOf({ config, ...deps }: Deps): Watched {
  const parts = { ...deps, publicUrl: config.publicUrl };
  return {
    mail: mailQueue,
    queues: queueWork,
    // Providers come and go.
    get sweeps() {
      return sweeps(parts);
    },
  };
}

function createApp({ config, logger, listener }: Deps, cache: PageCache): App {
  const made: { serve?: Serve; listener?: Listener } = { ...(listener && { listener }) };
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // The listener answers them.
    clientErrorHandler: () => undefined,
    serverFactory: (handle) => {
      // Cached responses bypass Fastify.
      const serve: Serve = (request, response) => {
        const startedMs = performance.now();
        if (!cache.serve(request, response)) handle(request, response);
        else if (config.metrics) measureCached(request, response, startedMs);
      };
      made.serve = serve;
      // The process hands over the requests: this server never listens.
      if (listener) return createServer();
      made.listener = createListener(serve);
      return made.listener.server;
    },
    // Errors before routing, such as a malformed URL, use the same handler.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();
  app.decorate('serve', made.serve as Serve);
  app.decorate('drain', (made.listener as Listener).drain);
  return app;
}

// Only JSON bodies are accepted; an empty one counts as none, because some clients always send a content type.
function readJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
