import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from './tools.ts';

const SETTINGS = join(import.meta.dirname, '../docs/proxies');
const POLL_MS = 50;
const START_MS = 10_000;

/** A proxy in front of two servers, with the settings of docs/proxies. */
export interface ReverseProxy {
  name: string;
  url: string;
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/** Starts nginx on `port` in front of `ports`. Throws if it is not installed. */
export async function startNginx(ports: number[], port: number): Promise<ReverseProxy> {
  const folder = await temporaryFolder();
  const site = (await settings('nginx.conf', ports))
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate.*;/g, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder.path}/${name};`,
  );
  const file = join(folder.path, 'nginx.conf');
  await writeFile(
    file,
    `worker_processes 1; daemon off; master_process off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
     user root; events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  return start('nginx', ['-c', file], port, folder);
}

/** Starts HAProxy on `port` in front of `ports`. Throws if it is not installed. */
export async function startHaproxy(ports: number[], port: number): Promise<ReverseProxy> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'haproxy.cfg');
  const text = (await settings('haproxy.cfg', ports)).replace(/bind :443 .*/, `bind 127.0.0.1:${port}`);
  await writeFile(file, text);
  return start('haproxy', ['-q', '-f', file], port, folder);
}

async function settings(file: string, [one, two]: number[]): Promise<string> {
  const text = await readFile(join(SETTINGS, file), 'utf8');
  return text
    .replaceAll('10.0.0.1:3000', `127.0.0.1:${one}`)
    .replaceAll('10.0.0.2:3000', `127.0.0.1:${two}`)
    .replaceAll(/\/etc\/(nginx\/passeio|haproxy)(?=[/;])/g, SETTINGS);
}

async function start(
  name: string,
  parameters: string[],
  port: number,
  folder: { remove(): Promise<void> },
): Promise<ReverseProxy> {
  const url = `http://127.0.0.1:${port}`;
  const proxy = spawn(name, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  const failed = once(proxy, 'error').then(() => {
    throw new Error(`${name} is missing; on Debian: apt-get install ${name}`);
  });
  await Promise.race([failed, untilAnswers(url)]);
  const end = async (signal: NodeJS.Signals) => {
    proxy.kill(signal);
    await once(proxy, 'exit');
    await folder.remove();
  };
  return { name, url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function untilAnswers(url: string): Promise<void> {
  const until = Date.now() + START_MS;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await answers())) {
    if (Date.now() > until) throw new Error(`no answer from ${url}`);
    await wait(POLL_MS);
  }
}
