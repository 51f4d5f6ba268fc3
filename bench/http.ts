import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { signIn } from './people.ts';
import { startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';
import { load } from './wrk.ts';

// The portal and the list of trips, compared to nginx sending the same bytes as a file; then the server compared to itself
// with metrics, and with traces.
const LOAD = { connections: 16, seconds: Number(process.env.SECONDS ?? 8) };
const paths = [
  '/',
  '/portal/passeio',
  '/portal/politicacancelamento',
  '/api/trips?isActive=true&showImages=true&size=24',
];
// From memory, and through all of the server and the database.
const watchedPaths = [
  { path: '/', isSignedIn: false },
  { path: '/api/users/me', isSignedIn: true },
];
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const WATCHED_SECONDS = 3;

const product = await startProduct();
const results = [];
for (const path of paths) {
  const response = await fetch(`${product.url}${path}`);
  await response.arrayBuffer();
  const bytes = await compressedBytes(`${product.url}${path}`);
  const nginx = await startNginx(bytes);
  const file = await load(`${nginx.url}/page`, nginx.pid, LOAD);
  await nginx.stop();
  const own = await load(`${product.url}${path}`, product.pid, LOAD);
  results.push({ path, bytes: bytes.length, own, nginx: file, share: own.perSecond / file.perSecond });
}
await product.stop();

printTable(
  `${LOAD.connections} connections, ${LOAD.seconds} s each, brotli`,
  results.map(({ path, bytes, own, nginx, share }) => ({
    path,
    bytes,
    'requests/s': own.perSecond.toFixed(0),
    'nginx, requests/s': nginx.perSecond.toFixed(0),
    'share of nginx': share.toFixed(2),
    'p50 ms': own.p50.toFixed(2),
    'p99 ms': own.p99.toFixed(2),
    'CPU ms per 1000': own.cpuPerThousand.toFixed(0),
    'nginx, CPU ms per 1000': nginx.cpuPerThousand.toFixed(0),
  })),
);
const watched = await compareWatched();
await writeResult('http', { results, watched });

/** The processor time of a server that is measured or traced beside one that is not, by turns. */
async function compareWatched() {
  const collector = createServer((received, response) => received.resume().on('end', () => response.end('{}')));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const metrics = { METRICS_TOKEN: 'bench-0123456789-0123456789' };
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const traces = { ...metrics, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const tenth = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const products = [];
  for (const env of [{}, metrics, { ...traces, ...tenth }, traces]) {
    const started = await startProduct(env);
    products.push({ ...started, header: `Authorization: Bearer ${await signIn(started, 'CLIENT')}` });
  }
  const rows = [];
  for (const { path, isSignedIn } of watchedPaths) {
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const costs: number[] = [];
      for (const { url, pid, header } of products) {
        const how = { ...LOAD, seconds: WATCHED_SECONDS, ...(isSignedIn && { header }) };
        costs.push((await load(url + path, pid, how)).cpuPerThousand);
      }
      // The first one warms up.
      if (round > 0) rounds.push(costs);
    }
    const typical = (of: (costs: number[]) => number) => median(rounds.map(of));
    // Milliseconds per 1,000 requests are a thousandth of a processor at 1,000 requests a second.
    const more = (place: number) => `${(typical((costs) => (costs[place] ?? 0) - (costs[0] ?? 0)) / 10).toFixed(1)} %`;
    rows.push({
      path,
      'CPU ms per 1000': typical(([none = 0]) => none).toFixed(0),
      metrics: more(1),
      'and a tenth of the traces': more(2),
      'and all traces': more(3),
    });
  }
  for (const started of products) await started.stop();
  collector.close();
  printTable(`Of a processor at 1,000 requests/s, ${ROUNDS - 1} rounds of ${WATCHED_SECONDS} s by turns`, rows);
  return rows;
}

/** The compressed response of `url`. */
async function compressedBytes(url: string): Promise<Buffer> {
  const [response] = await once(request(url, { headers: { 'accept-encoding': 'br' } }).end(), 'response');
  return buffer(response as IncomingMessage);
}

/** nginx with one worker that sends `bytes` as a static file. */
async function startNginx(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t;`,
  );
  await writeFile(join(folder, 'page'), bytes);
  await writeFile(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; user root;
     events { worker_connections 512; }
     http { access_log off; sendfile on; keepalive_requests 100000000; open_file_cache max=10; ${temporary.join(' ')}
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const server = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const failed = once(server, 'error').then(() => {
    throw new Error('nginx is missing; on Debian: apt-get install nginx-light');
  });
  const url = `http://127.0.0.1:${port}`;
  const receive = async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      if (
        await fetch(`${url}/page`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return;
      await wait(50);
    }
    throw new Error('nginx did not start');
  };
  await Promise.race([failed, receive()]);
  return {
    url,
    pid: server.pid as number,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
