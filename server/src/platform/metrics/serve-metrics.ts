import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { AppError } from '../http/errors.ts';
import { isSameSecret } from '../http/same-secret.ts';
import { listenAt } from '../process/listen.ts';
import { measureRequests } from './measure-requests.ts';
import { registry } from './metrics.ts';

/** Where metrics are served: on a port of their own, or beside everything else to callers with the token. */
export type MetricsConfig =
  | { token: string; port?: undefined }
  | { token?: string | undefined; port: number; host: string };

/** The path of metrics. */
export const METRICS_PATH = '/metrics';

type ReadGauges = () => Promise<void>;

/** Measures requests and serves /metrics as long as `app` listens. `readGauges` is called before every answer. */
export function serveMetrics(app: FastifyInstance, config: MetricsConfig, readGauges: ReadGauges): void {
  measureProcess();
  measureRequests(app);
  if (config.port !== undefined) {
    const server = metricsServer(config, readGauges, app.log);
    app.addHook('onReady', server.listen);
    app.addHook('onClose', server.close);
  } else {
    app.get(METRICS_PATH, async (request, reply) => {
      if (!mayRead(config, request.headers.authorization)) throw new AppError('UNAUTHENTICATED');
      return reply.type(registry.contentType).send(await render(readGauges));
    });
  }
}

/** Measures the processor, memory and event loop of the process: once, however many applications it has. */
export function measureProcess(): void {
  if (!registry.getSingleMetric('process_start_time_seconds')) collectDefaultMetrics({ register: registry });
}

function mayRead({ token }: MetricsConfig, authorization = ''): boolean {
  return token === undefined || isSameSecret(authorization, `Bearer ${token}`);
}

async function render(readGauges: ReadGauges): Promise<string> {
  await readGauges();
  return registry.metrics();
}

/** Answers /metrics without an application. */
export async function answerMetrics(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  config: MetricsConfig,
  readGauges: ReadGauges,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  if (request.url !== METRICS_PATH || request.method !== 'GET') return void response.writeHead(404).end();
  if (!mayRead(config, request.headers.authorization)) return void response.writeHead(401).end();
  try {
    const body = await render(readGauges);
    response.writeHead(200, { 'content-type': registry.contentType }).end(body);
  } catch (error) {
    log.error({ err: error }, 'metrics could not be read');
    response.writeHead(500).end();
  }
}

/** A server for /metrics on a port of its own. */
export function metricsServer(
  config: Extract<MetricsConfig, { port: number }>,
  readGauges: ReadGauges,
  log: Pick<FastifyBaseLogger, 'error'>,
) {
  const server = createServer((request, response) => answerMetrics({ request, response }, config, readGauges, log));
  const { host, port } = config;
  return {
    listen: () => listenAt(server, { host, port, names: { host: 'METRICS_HOST', port: 'METRICS_PORT' } }),
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
