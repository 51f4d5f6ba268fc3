import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { copyDatabase } from '../postgres.ts';
import { DEMONSTRATION, startServerProcess } from './server-process.ts';

it('the first start ends with the address and the accounts; e-mails that follow do not push them away', async () => {
  const database = await copyDatabase(inject('templateUrl'));
  const server = await startServerProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' }, DEMONSTRATION);
  try {
    await server.untilReady();
    const folder = join(server.dataDir, 'mail');
    // The demonstration's reservations lead to e-mails, at night to fewer.
    await vi.waitFor(async () => expect((await readdir(folder)).length).toBeGreaterThan(1), { timeout: 120_000 });
    expect(server.output()).toContain(`E-mails are written to ${folder}`);
    expect(server.output().trimEnd().split('\n').slice(-5)).toEqual([
      'Demonstration accounts (password: passeio-demo)',
      '  ADMIN    admin@rotadasaguas.example',
      '  OPERATOR operador@rotadasaguas.example',
      '  GUIDE    guia@rotadasaguas.example',
      '  CLIENT   cliente@rotadasaguas.example',
    ]);
  } finally {
    await server.stop();
    await database.drop();
  }
});
