import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { temporaryFolder } from './tools.ts';

// Many migrations under load wait for many locks.
const START_MS = 600_000;
const POLL_MS = 50;
const MAX_ERRORS = 10_000;
const LOGGED_ERROR = '"level":50';
const LAST_LINES = 20;

/** The product as a child process with its own data folder. */
export interface Product {
  url: string;
  /** Its public origin. */
  origin: string;
  pid: number;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the product, or another version of it in `sources`, as `npm start` does, with the demonstration, without rate
 * limits and on a free port unless `env` overrides them, and waits until it is ready. `stop` ends it and deletes its
 * folder. Prints the errors that it logs. Throws what it printed where it does not start.
 */
export async function startProduct(
  env: NodeJS.ProcessEnv = {},
  sources = join(import.meta.dirname, '..'),
): Promise<Product> {
  const folder = await temporaryFolder();
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['--max-semi-space-size=8', join(sources, 'scripts/start.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: folder.path,
      RATE_LIMITS: 'off',
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [exited, closed] = [once(server, 'exit'), once(server, 'close')];
  let lines: string[] = [];
  createInterface(server.stdout).on('line', (line) => {
    lines = [...lines, line].slice(-LAST_LINES);
    if (line.includes(LOGGED_ERROR)) console.error(line);
  });
  let errors = '';
  server.stderr.on('data', (chunk) => {
    if (errors.length < MAX_ERRORS) errors += chunk;
    process.stderr.write(chunk);
  });
  // A bench that fails leaves nothing running.
  const kill = () => server.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
    await folder.remove();
  };
  const until = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop();
      await closed;
      throw new Error(`the product did not start: ${[...lines, errors].join('\n')}`);
    }
    await wait(POLL_MS);
  }
  return {
    url,
    origin: `http://localhost:${port}`,
    pid: server.pid as number,
    dataDir: folder.path,
    stop,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
