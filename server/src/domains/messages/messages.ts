import type { Database } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import { readBrand } from '../settings/index.ts';
import type { LetterData, LetterKind } from './templates/letters.ts';

/** Retries for 27 hours at least: a mail server that is away for a day loses nothing. */
export const mailQueue: Queue = { name: 'mail', batchSize: 10, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };

interface Letter<Kind extends LetterKind = LetterKind> {
  kind: Kind;
  to: string;
  data: LetterData[Kind];
}

export type WriteLetter = <Kind extends LetterKind>(kind: Kind, to: string, data: LetterData[Kind]) => Promise<void>;

/** Answers how to write a letter: it is queued, then sent with retries, in the operator's brand of that moment. */
export function letterWriter(jobs: Jobs): WriteLetter {
  return (kind, to, data) => jobs.enqueue(mailQueue, { kind, to, data } satisfies Letter);
}

/** Sends what is queued, in this process. */
export async function deliverLetters(jobs: Jobs, db: Database, transport: MailTransport): Promise<void> {
  await jobs.work<Letter>(mailQueue, async ({ kind, to, data }, id) => {
    // React and the templates are large and seldom needed: they are loaded with the first letter.
    const { renderLetter } = await import('./templates/render.ts');
    const content = await renderLetter(kind, data, await readBrand(db));
    await transport.send({ id, to: oneLine(to), ...content, subject: oneLine(content.subject) });
  });
}

// A line break in a header would begin another header.
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
