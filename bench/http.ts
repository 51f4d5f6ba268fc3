import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { signIn } from './people.ts';
import { startProduct } from './product.ts';
import { printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';
import { load } from './wrk.ts';

// The portal and the list of trips, compared to nginx sending the same bytes as a file; then the server compared to
// itself with metrics, and with traces.
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
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const WATCHED_SECONDS = 4;
const WATCHED_TIMES = 2;
// Milliseconds between a connection's requests, which come to some thousand a second in all.
const PACE = `function delay() return ${LOAD.connections - 1} end`;

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

/**
 * The processor time of servers that are measured or traced beside one that is not, on one database: the least of all
 * times that each is loaded, because whatever disturbs only adds. Each is started anew in every round, in another
 * order.
 */
async function compareWatched() {
  const collector = createServer((received, response) => received.resume().on('end', () => response.end('{}')));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres(folder.path, () => undefined);
  const metrics = { METRICS_TOKEN: 'bench-0123456789-0123456789' };
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const traces = { ...metrics, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const variants = [
    { name: 'none', env: {} },
    { name: 'metrics', env: metrics },
    { name: 'and traces', env: traces },
  ];
  const script = join(folder.path, 'pace.lua');
  await writeFile(script, PACE);
  const shared = { DATABASE_URL: postgres.connectionString, IDENTITY_SECRET: randomUUID() };
  // Milliseconds per 1,000 requests, by path and variant.
  const costs = watchedPaths.map(() => variants.map((): number[] => []));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < variants.length; turn += 1) {
      const place = (round + turn) % variants.length;
      const started = await startProduct({ ...shared, ...variants[place]?.env });
      const header = `Authorization: Bearer ${await signIn(started, 'CLIENT')}`;
      for (const [at, { path, isSignedIn }] of watchedPaths.entries()) {
        const how = { ...LOAD, seconds: WATCHED_SECONDS, ...(isSignedIn && { header }) };
        // Warms up, as fast as it goes.
        await load(started.url + path, started.pid, how);
        for (let time = 0; time < WATCHED_TIMES; time += 1) {
          const { cpuPerThousand } = await load(started.url + path, started.pid, { ...how, script });
          costs[at]?.[place]?.push(cpuPerThousand);
        }
      }
      await started.stop();
    }
  }
  await postgres.stop();
  await folder.remove();
  collector.close();
  const rows = watchedPaths.map(({ path }, at) => {
    const [none = 0, ...watched] = (costs[at] ?? []).map((times) => Math.min(...times));
    // Milliseconds per 1,000 requests are a thousandth of a processor at 1,000 requests a second.
    const added = watched.map((least, index) => [variants[index + 1]?.name, `${((least - none) / 10).toFixed(1)} %`]);
    return { path, 'CPU ms per 1000': none.toFixed(0), ...Object.fromEntries(added) };
  });
  printTable(
    `Of a processor at 1,000 requests/s, the least of ${ROUNDS * WATCHED_TIMES} times ${WATCHED_SECONDS} s, ${ROUNDS} starts of each`,
    rows,
  );
  return costs;
}

/** The compressed response of `url`. */
async function compressedBytes(url: string): Promise<Buffer> {
  const [response] = await once(request(url, { headers: { 'accept-encoding': 'br' } }).end(), 'response');
  return buffer(response as IncomingMessage);
}

/** nginx with one worker that sends `bytes` as a static file. */
async function startNginx(bytes: Buffer) {
  const { path: folder, remove } = await temporaryFolder();
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
      await remove();
    },
  };
}
