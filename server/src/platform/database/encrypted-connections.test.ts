import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { StartError } from '../process/start-error.ts';
import { createPool } from './connect.ts';
import { requireSessionMode } from './pooling.ts';

const { user, password, database, host, port } = new pg.Client(inject('templateUrl'));
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

let folder: string;
let address: string;
/** Speaks TLS with a certificate of a private authority before a PostgreSQL, as its own servers do. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-tls-'));
  const authority = await makeAuthority('Banco de dados');
  await writeFile(join(folder, 'ca.pem'), authority.ca);
  await writeFile(join(folder, 'other.pem'), (await makeAuthority('Outra')).ca);
  const certified = await authority.issue('127.0.0.1', 'server');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      if (!first.equals(SSL_REQUEST)) return socket.destroy();
      socket.write('S');
      const encrypted = new TLSSocket(socket, { ...certified, isServer: true });
      encrypted.on('error', () => undefined);
      const inner = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
      inner.on('error', () => undefined);
      inner.once('close', () => socket.destroy());
      socket.once('close', () => inner.destroy());
      encrypted.pipe(inner).pipe(encrypted);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => void server.close();
});
afterAll(() => rm(folder, { recursive: true }));

const url = (options: string, at = address) =>
  `postgresql://${user}:${encodeURIComponent(password ?? '')}@${at}/${database}?${options.replaceAll('FOLDER', folder)}`;

it.each([
  'sslmode=verify-full&sslrootcert=FOLDER/ca.pem',
  'sslmode=verify-ca&sslrootcert=FOLDER/ca.pem',
  'sslmode=require&sslrootcert=FOLDER/ca.pem',
  'sslrootcert=FOLDER/ca.pem&sslmode=require',
  'sslmode=no-verify',
  'uselibpqcompat=true&sslmode=require',
])('a database with a certificate of a private authority is used with %s, without a warning', async (options) => {
  const warned = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warned.mockRestore());
  await requireSessionMode(url(options));
  const pool = createPool({ connectionString: url(options), max: 1, onError: () => undefined });
  const { rows } = await pool.query('select 1 as one');
  await pool.end();
  expect(rows).toEqual([{ one: 1 }]);
  expect(warned).not.toHaveBeenCalled();
});

it.each(['sslmode=require', 'sslmode=verify-full', 'sslmode=verify-full&sslrootcert=FOLDER/other.pem'])(
  'a start with %s is refused, and says how to name the authority',
  async (options) => {
    const refusal = requireSessionMode(url(options));
    await expect(refusal).rejects.toThrow(StartError);
    await expect(refusal).rejects.toThrow(/sslrootcert=\/path\/ca\.pem/);
  },
);

it('a start is refused where the certificate is of another host, or the file of the authority is missing', async () => {
  const other = url('sslmode=verify-full&sslrootcert=FOLDER/ca.pem', address.replace('127.0.0.1', 'localhost'));
  await expect(requireSessionMode(other)).rejects.toThrow(/cannot be reached: .*(altnames|Host)/);
  const missing = url('sslmode=verify-full&sslrootcert=FOLDER/missing.pem');
  await expect(requireSessionMode(missing)).rejects.toThrow(/DATABASE_URL cannot be used: .*missing\.pem/);
});
