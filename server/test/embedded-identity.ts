import type pg from 'pg';
import { vi } from 'vitest';
import type { Config } from '../src/config.ts';
import { createPool } from '../src/platform/database/connect.ts';
import { type EmbeddedIdentity, embeddedIdentity } from '../src/ports/identity/embedded.ts';
import { buildTestApp, type TestApp } from './app.ts';

export const ORIGIN = 'http://localhost:3000';
export const SECRET = 'segredo-de-teste-com-mais-de-32-caracteres';

interface Letter {
  kind: string;
  to: string;
  link?: string;
}

/** An application on the embedded identity provider, with the letters that it wrote. */
export interface EmbeddedIdentityApp extends TestApp {
  databaseUrl: string;
  identityPool: pg.Pool;
  providerFor(publicUrl: string): EmbeddedIdentity;
  /** Waits for a letter of `kind` to `to`; `token` is the one in its link. */
  letterTo(to: string, kind: string): Promise<Letter & { token: string }>;
}

export async function buildEmbeddedIdentityApp(config: Partial<Config> = {}): Promise<EmbeddedIdentityApp> {
  const letters: Letter[] = [];
  let url = '';
  let pool: pg.Pool | undefined;
  const write = (kind: string) => async (to: string, data: object) => void letters.push({ kind, to, ...data });
  const providerFor = (publicUrl: string) =>
    embeddedIdentity({
      pool: pool as pg.Pool,
      publicUrl,
      moreOrigins: [],
      secret: SECRET,
      letters: {
        resetPassword: write('resetPassword'),
        confirmEmail: write('confirmEmail'),
        emailChangeRequested: write('emailChangeRequested'),
        accountExists: write('accountExists'),
      },
      onError: (error) => console.error(error),
    });
  const app = await buildTestApp({
    config,
    deps: ({ databaseUrl }) => {
      url = databaseUrl;
      pool = createPool({ connectionString: databaseUrl, max: 5, searchPath: 'identity', onError: () => undefined });
      return { identity: providerFor(ORIGIN) };
    },
  });
  return {
    ...app,
    databaseUrl: url,
    identityPool: pool as unknown as pg.Pool,
    providerFor,
    letterTo: (to, kind) =>
      vi.waitFor(() => {
        const letter = letters.findLast((candidate) => candidate.to === to && candidate.kind === kind);
        if (!letter) throw new Error(`no ${kind} to ${to} in ${JSON.stringify(letters)}`);
        return { ...letter, token: new URL(letter.link ?? ORIGIN).searchParams.get('token') ?? '' };
      }),
    async close() {
      await pool?.end();
      await app.close();
    },
  };
}
