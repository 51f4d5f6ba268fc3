import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';

export interface PgBouncer {
  /** Connection string through the pooler, by pooling mode. */
  url(mode: 'session' | 'transaction' | 'statement'): string;
  stop(): Promise<void>;
}

/** PgBouncer in front of the database `url`. */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const { pathname, searchParams } = new URL(url);
  const target = `host=${searchParams.get('host')} dbname=${pathname.slice(1)} user=postgres`;
  const port = await freePort();
  const settings = [
    '[databases]',
    ...['session', 'transaction', 'statement'].map((mode) => `${mode} = ${target} pool_mode=${mode}`),
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    // 30 for each of two servers, as docs/operations.md says.
    'default_pool_size = 60',
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = postgres'] : []),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'passeio-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  const child = spawn(process.env.PGBOUNCER ?? 'pgbouncer', [file], {
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const gone = once(child, 'exit');
  const address = (mode: string) => `postgresql://passeio@127.0.0.1:${port}/${mode}`;
  await vi.waitFor(() => answers(address('session')));
  return {
    url: address,
    async stop() {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
}
