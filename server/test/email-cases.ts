import { sql } from 'kysely';
import { emailReader } from '../src/domains/email-facts/index.ts';
import { type QueuedEmail, subjectOf } from '../src/domains/messages/queued-email.ts';
import { readBrand, readTimeZone } from '../src/domains/settings/index.ts';
import type { Mail } from '../src/ports/mail/port.ts';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';

/** A kind of e-mail: its event, and what takes its reason away. */
export interface Case<Situation extends { payer: Person } = never> {
  /** Makes the e-mail's event happen. */
  cause(): Promise<Situation>;
  /** It happens again, or another process looks too. */
  again(situation: Situation): Promise<unknown>;
  /** Takes the reason away; in words: why nothing can. */
  gone: string | ((situation: Situation) => Promise<unknown>);
}
/** A case, whose situation only itself knows. */
export const one = <Situation extends { payer: Person }>(of: Case<Situation>) => of as unknown as Case;

/** What an e-mail in the queue says at `now`. */
export async function factsOf({ app, db }: TestApp, email: Pick<QueuedEmail, 'kind' | 'about'>, now = new Date()) {
  const surroundings = { now, timeZone: await readTimeZone(db), brand: await readBrand(db) };
  return emailReader(db, 'https://passeio.example', app.deps.emailCodeKey)(email, surroundings);
}

/** The subjects of a kind's e-mails to somebody that were ever queued, as they are at `now`. */
export async function queued(app: TestApp, kind: string, { email }: Person, now: Date): Promise<string[]> {
  const { rows } = await sql<{ data: QueuedEmail }>`
    select data from pgboss.job where name = 'emails' and data ->> 'kind' = ${kind} and data ->> 'to' = ${email}`.execute(
    app.db,
  );
  return Promise.all(
    rows.map(async ({ data }) => {
      const facts = await factsOf(app, data, now);
      return facts ? subjectOf(data.kind, facts) : '';
    }),
  );
}
/** How many of the mails are to somebody, with the first of these subjects. */
export const among = (mails: Mail[], { email }: Person, [subject = '']: string[]) =>
  mails.filter((mail) => mail.to === email && mail.subject.startsWith(subject.replaceAll(/\s+/g, ' '))).length;
