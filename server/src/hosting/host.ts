import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Serve } from '../platform/http/listener.ts';
import { answerMetrics, METRICS_PATH } from '../platform/metrics/serve-metrics.ts';
import type { OperatorRow } from './directory.queries.ts';
import type { Directory } from './directory.ts';
import { hostPages, sendHostPage } from './host-pages.ts';
import { originOf } from './hosting-config.ts';
import { hostOf } from './names.ts';
import type { HostParts } from './open-operator.ts';
import type { Sleepers } from './sleepers.ts';
import { Turns } from './turns.ts';

// As long as a browser waits for a page; the operator goes on opening.
const OPENING_MS = 8_000;
// Banks follow no redirect.
const WEBHOOKS = '/webhooks/';
/** Where a proxy asks whether it may get a certificate for a domain: `?domain=`. */
const CERTIFICATES = '/tls-ask?';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Hands each request to the operator whose domain its header `Host` names, before anything else looks at it; other
 * domains of an operator lead to its primary one.
 */
export class Host {
  readonly #parts: HostParts;
  readonly #directory: Directory;
  readonly #sleepers: Sleepers;
  readonly #readGauges: () => Promise<void>;
  readonly #serveOwnPages: Serve;
  readonly #turns = new Turns();

  constructor(
    { parts, directory, sleepers }: { parts: HostParts; directory: Directory; sleepers: Sleepers },
    own: { pages: Serve; readGauges: () => Promise<void> },
  ) {
    this.#parts = parts;
    this.#directory = directory;
    this.#sleepers = sleepers;
    this.#readGauges = own.readGauges;
    this.#serveOwnPages = own.pages;
  }

  serve = (request: IncomingMessage, response: ServerResponse): void => {
    const domain = hostOf(request);
    const operator = domain === undefined ? undefined : this.#directory.ofDomain(domain);
    if (!operator) this.#serveOwn({ request, response }, domain);
    else this.#turns.take(operator.slug, response, () => this.#serveOperator(operator, domain, { request, response }));
  };

  #serveOperator(operator: OperatorRow, domain: string | undefined, { request, response }: Exchange): void {
    // Whoever asked may be gone by its turn.
    if (response.destroyed) return;
    const awake = this.#sleepers.find(operator.slug);
    if (operator.state === 'moving') sendHostPage(request, response, hostPages.moving);
    else if (operator.state !== 'active') sendHostPage(request, response, hostPages.suspended);
    else if (operator.problem !== null) sendHostPage(request, response, hostPages.maintenance);
    else if (domain !== operator.domains[0] && !request.url?.startsWith(WEBHOOKS)) {
      this.#redirect(operator, { request, response });
    } else if (awake?.serve) {
      awake.count(response, () => this.#sleepers.startWorkOf(awake));
      awake.serve(request, response);
    } else void this.#open(operator, { request, response });
  }

  async #open({ slug }: OperatorRow, { request, response }: Exchange): Promise<void> {
    try {
      const tooLate = wait(OPENING_MS, undefined, { ref: false });
      const awake = await Promise.race([this.#sleepers.wake(slug), tooLate]);
      const serve = await Promise.race([awake?.startServing(), tooLate]);
      if (!awake || !serve) throw new Error('it takes too long');
      if (awake.closing) {
        this.serve(request, response);
        return;
      }
      if (response.destroyed) return;
      awake.count(response, () => this.#sleepers.startWorkOf(awake));
      serve(request, response);
    } catch {
      // What failed is logged where it was opened.
      sendHostPage(request, response, hostPages.busy);
    }
  }

  #redirect({ domains: [primary = ''] }: OperatorRow, { request: { url = '/' }, response }: Exchange): void {
    const location = originOf(primary, this.#parts.config) + url;
    response.writeHead(308, { location, 'cache-control': 'no-store', 'content-length': 0 }).end();
  }

  /** What the host answers at addresses of no operator: probes, metrics to those with the token, and its own pages. */
  #serveOwn({ request, response }: Exchange, domain: string | undefined): void {
    const { metrics } = this.#parts.config;
    const hasMetrics = metrics !== undefined && metrics.port === undefined;
    if (request.url === '/healthz') sendStatus(response, 200);
    else if (request.url === '/readyz') {
      void this.#isReady().then((isReady) => sendStatus(response, isReady ? 200 : 503));
    } else if (request.url === METRICS_PATH && hasMetrics) {
      void answerMetrics({ request, response }, metrics, this.#readGauges, this.#parts.logger);
    } else if (request.url?.startsWith(CERTIFICATES))
      sendStatus(response, this.#mayHaveCertificate(request.url) ? 200 : 404);
    else if (domain === this.#parts.config.hosting?.domain) this.#serveOwnPages(request, response);
    else sendHostPage(request, response, hostPages.unknown);
  }

  // Says no more of the directory than a request for that domain does.
  #mayHaveCertificate(url: string): boolean {
    const domain = new URLSearchParams(url.slice(CERTIFICATES.length)).get('domain')?.toLowerCase() ?? '';
    return domain === this.#parts.config.hosting?.domain || this.#directory.ofDomain(domain) !== undefined;
  }

  async #isReady(): Promise<boolean> {
    if (this.#parts.listener.drain.isAnnounced || !this.#directory.isListening) return false;
    return this.#directory.pool.query('select 1').then(
      () => true,
      () => false,
    );
  }
}

function sendStatus(response: ServerResponse, status: 200 | 404 | 503): void {
  const body = JSON.stringify({ status: { 200: 'ok', 404: 'unknown', 503: 'unavailable' }[status] });
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
}
