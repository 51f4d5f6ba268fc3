import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, expectTypeOf, inject, it } from 'vitest';
import { described } from '../../../../../scripts/schema.ts';
import type { UnknownMeaning } from './schema.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

describe('the description of the database', () => {
  it.each(Object.entries(described))(
    '%s says what the migrations made; `npm run schema` writes it',
    async (path, describe) => {
      const client = new pg.Client({ connectionString: inject('templateUrl') });
      await client.connect();
      try {
        expect(await readFile(join(ROOT, path), 'utf8')).toBe(await describe(client));
      } finally {
        await client.end();
      }
    },
  );

  it('has no meaning for a column that no table has', () => {
    expectTypeOf<UnknownMeaning>().toBeNever();
  });
});
