import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
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

const PATH = '/metrics';

/** Measures requests and serves /metrics as long as `app` listens. `readGauges` is called before every answer. */
export function serveMetrics(app: FastifyInstance, config: MetricsConfig, readGauges: () => Promise<void>): void {
  // The processor, memory and event loop of the process: once, however many applications it has.
  if (!registry.getSingleMetric('process_start_time_seconds')) collectDefaultMetrics({ register: registry });
  measureRequests(app);
  const render = async () => {
    await readGauges();
    return registry.metrics();
  };
  if (config.port !== undefined) listenApart(app, config, render);
  else {
    app.get(PATH, async (request, reply) => {
      if (!mayRead(config, request.headers.authorization)) throw new AppError('UNAUTHENTICATED');
      return reply.type(registry.contentType).send(await render());
    });
  }
}

function mayRead({ token }: MetricsConfig, authorization = ''): boolean {
  return token === undefined || isSameSecret(authorization, `Bearer ${token}`);
}

function listenApart(
  app: FastifyInstance,
  config: Extract<MetricsConfig, { port: number }>,
  render: () => Promise<string>,
): void {
  const server = createServer(async (request, response) => {
    if (request.url !== PATH || request.method !== 'GET') return response.writeHead(404).end();
    if (!mayRead(config, request.headers.authorization)) return response.writeHead(401).end();
    try {
      const body = await render();
      response.writeHead(200, { 'content-type': registry.contentType }).end(body);
    } catch (error) {
      app.log.error({ err: error }, 'metrics could not be read');
      response.writeHead(500).end();
    }
  });
  const { host, port } = config;
  app.addHook('onReady', () => listenAt(server, { host, port, names: { host: 'METRICS_HOST', port: 'METRICS_PORT' } }));
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
}
