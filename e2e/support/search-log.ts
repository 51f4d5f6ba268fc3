import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { personalLinesOf } from '../../server/test/personal-lines.ts';

const SHOWN = 10;

/** Fails the run if its server's log has what looks like data of people, or like a token. */
export default async function searchLog(): Promise<void> {
  const output = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'server.log'), 'utf8');
  if (!output.includes('{"level":')) throw new Error('the server has logged nothing');
  const found = personalLinesOf(output);
  if (found.length > 0) throw new Error(`the log has data of people:\n${found.slice(0, SHOWN).join('\n')}`);
}
