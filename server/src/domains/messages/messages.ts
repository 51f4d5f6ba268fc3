import { buffer } from 'node:stream/consumers';
import { scheduler } from 'node:timers/promises';
import type { Wording } from '@passeio/contract/messages/message-templates';
import type { NotByChat } from '@passeio/contract/messages/messages';
import { oneAtATime } from '../../platform/concurrency/semaphore.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { type Jobs, type Queue, Unrepeatable } from '../../platform/jobs/jobs.ts';
import { type InlinePicture, type MailFile, type MailTransport, UncertainDelivery } from '../../ports/mail/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { enqueuePush } from '../push/index.ts';
import { openLogo, readBrand, readTimeZone } from '../settings/index.ts';
import { logEmails, logOutcome, type Outcome } from './email-log.queries.ts';
import { pushTexts } from './push-texts.ts';
import {
  type Attached,
  type EmailFacts,
  type EmailLinkRequest,
  mailQueue,
  type NotifiedKind,
  oneLine,
  type QueuedEmail,
  type ReadEmail,
  subjectOf,
} from './queued-email.ts';
import { isQuiet, nextMorning } from './quiet-hours.ts';
import { isImportant, mayMailStranger, type RecipientLimits, type StrangersKind, waitOf } from './recipient-limits.ts';
import type { AccountEmailKind } from './templates/account-emails.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';
import type { Brand } from './templates/frame.ts';
import { wordingsOf } from './wordings.queries.ts';

/** Attempts after which staff decides: each may have been delivered. */
const UNCERTAIN_ATTEMPTS = 2;
const UNCERTAIN_PAUSE_S = 60;
// A message to many at once lets all others go first.
const massQueue: Queue = { ...mailQueue, priority: -1 };
const queueOf = (kind: EmailKind): Queue => ({ ...mailQueue, priority: isImportant(kind) ? 1 : 0 });

/** Creates a link; undefined if it is obsolete, for example because the person was deleted. */
type MakeLink = (request: EmailLinkRequest) => Promise<string | undefined>;

/** What is needed to queue an e-mail to a person. */
export interface NotifyDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

/** Queues an e-mail; given a transaction, only if it commits. What it says is read when it is sent. */
export async function enqueueEmail(
  jobs: Pick<Jobs, 'enqueue'>,
  email: QueuedEmail<Exclude<EmailKind, StrangersKind>>,
  trx?: DatabaseTransaction,
): Promise<void> {
  if (!trx) return jobs.enqueue(queueOf(email.kind), email);
  await enqueueLogged(jobs, email, trx);
}

/** Queues an e-mail that a stranger causes; false if its mailbox has got enough of them: it is dropped then. */
export async function enqueueToStranger(
  jobs: Pick<Jobs, 'enqueue'>,
  email: QueuedEmail<StrangersKind>,
  trx: DatabaseTransaction,
): Promise<boolean> {
  if (!(await mayMailStranger(trx, email))) return false;
  await enqueueLogged(jobs, email, trx);
  return true;
}

async function enqueueLogged(jobs: Pick<Jobs, 'enqueue'>, email: QueuedEmail, trx: DatabaseTransaction): Promise<void> {
  const [logged = email] = await logEmails(trx, [email]);
  await jobs.enqueue(queueOf(email.kind), logged, trx);
}

/** Queues an e-mail to each administrator; only if the transaction commits. */
export async function enqueueToAdministrators(
  jobs: Pick<Jobs, 'enqueue'>,
  emailTo: (administrator: { name: string; to: string }) => QueuedEmail<AccountEmailKind>,
  trx: DatabaseTransaction,
): Promise<void> {
  const administrators = await trx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'ADMIN')
    .where('is_disabled', '=', false)
    .where('staff_until', 'is', null)
    .execute();
  for (const { name, email: to } of administrators) if (to) await enqueueEmail(jobs, emailTo({ name, to }), trx);
}

/** Queues e-mails to many in one statement; only if the transaction commits. */
export async function enqueueEmails(
  jobs: Pick<Jobs, 'enqueueAll'>,
  emails: QueuedEmail[],
  trx: DatabaseTransaction,
): Promise<void> {
  await jobs.enqueueAll(massQueue, await logEmails(trx, emails), trx);
}

/**
 * An e-mail that leaves now, with what it says. `id`: the same however often it is tried. `fallback`: to be queued if
 * the other way fails; null where it leaves anyway.
 */
export interface LeavingEmail {
  id: string;
  email: Pick<QueuedEmail, 'kind' | 'about'>;
  fallback: QueuedEmail | null;
  data: EmailData[EmailKind];
  own: Wording | undefined;
  brand: Pick<Brand, 'name'>;
}

/** What is needed to send queued e-mails. */
export interface SendingDeps {
  /**
   * Sends in another way, and queues the e-mail again where that fails: 'taken', or why not. Undefined where nobody
   * wishes it.
   */
  takeEmail?: ((leaving: LeavingEmail) => Promise<'taken' | NotByChat | undefined>) | undefined;
  jobs: Pick<Jobs, 'enqueue'>;
  db: Database;
  storage: Storage;
  transport: MailTransport;
  readEmail: ReadEmail;
  makeLink: MakeLink;
  /** Reads the files of a reservation; none in tests that are not about them. */
  files?: Record<Attached['file'], (of: Omit<Attached, 'file'>) => Promise<MailFile[]>>;
  /** None in tests that are not about them. */
  limits?: RecipientLimits;
  clock?: () => Date;
}

// E-mails of a batch that are rendered together would keep requests waiting for their sum.
const inTurn = oneAtATime();

/** The handler of {@link mailQueue}. */
export function emailSender(deps: SendingDeps) {
  return async (email: QueuedEmail, id: string, isLast: boolean): Promise<void> => {
    const log = (outcome: Outcome) => logOutcome(deps.db, email.logId, outcome);
    try {
      const outcome = await send(deps, email, id);
      await log(outcome);
      await notifyDevices(deps, email, outcome);
    } catch (error) {
      if (error instanceof UncertainDelivery) return repeatUncertain(deps, email, id, error);
      if (isLast) await log({ state: 'failed' });
      throw error;
    }
  };
}

// The e-mail has left, or there is no address: what fails now must not send it again. A payer who reads it in the chat
// is only reminded on the day.
async function notifyDevices({ jobs }: SendingDeps, email: QueuedEmail, { state }: Outcome): Promise<void> {
  if (!isNotified(email) || (state !== 'sent' && state !== 'by_whatsapp')) return;
  const { reservationId } = email.about;
  const texts = pushTexts[email.kind].filter(({ onTheDay }) => state === 'sent' || onTheDay);
  await Promise.allSettled(texts.map((text) => enqueuePush(jobs, { reservationId, ...text })));
}

function isNotified(email: QueuedEmail): email is QueuedEmail<NotifiedKind> {
  return email.kind in pushTexts;
}

/** Counts across jobs: a retry by staff is one more attempt. */
async function repeatUncertain({ db, jobs }: SendingDeps, email: QueuedEmail, jobId: string, error: Error) {
  const { attempts, mailId } = email.uncertain ?? { attempts: 0, mailId: email.logId ?? jobId };
  if (attempts + 1 >= UNCERTAIN_ATTEMPTS) {
    await logOutcome(db, email.logId, { state: 'failed' });
    throw new Unrepeatable(error.message);
  }
  await jobs.enqueue(
    { ...queueOf(email.kind), startAfter: UNCERTAIN_PAUSE_S },
    { ...email, uncertain: { attempts: attempts + 1, mailId } },
  );
}

async function send(deps: SendingDeps, email: QueuedEmail, id: string): Promise<Outcome> {
  const { db, storage, transport, readEmail, makeLink, clock = () => new Date() } = deps;
  const { kind, to } = email;
  const now = clock();
  const [timeZone, brand, own] = await Promise.all([readTimeZone(db), readBrand(db), wordingsOf(db, [kind])]);
  const facts = await readEmail(email, { now, timeZone, brand });
  if (!facts) return { state: 'needless' };
  const needless: Outcome = { state: 'needless', subject: subjectOf(kind, facts, own.get(kind)) };
  if (!facts.applies) return needless;
  if (await waitsForMorning(deps, email, now, timeZone)) return { state: 'queued' };
  const chat = await giveToChat(deps, email, id, { facts, own: own.get(kind), brand });
  if (chat === 'taken' && !facts.attached)
    return { state: 'by_whatsapp', subject: subjectOf(kind, facts, own.get(kind)) };
  if (to === null) return { state: 'sent' };
  const wait = deps.limits ? await waitOf(deps.limits, { ...email, to }, now) : 0;
  if (wait === undefined) return needless;
  if (wait > 0) {
    await deps.jobs.enqueue({ ...queueOf(kind), startAfter: wait }, { waitsSince: now.toISOString(), ...email });
    return { state: 'queued' };
  }
  const data = await withLink(facts.data, makeLink);
  if (!data) return needless;
  // Loaded with the first e-mail, because React and the templates are large.
  const { renderEmail } = await import('./templates/render.ts');
  const picture = brand.logo && (await logoPicture(storage, brand.logo.id));
  const logo = brand.logo && picture ? { ...brand.logo, src: `cid:${picture.cid}` } : null;
  const content = await inTurn(async () => {
    await scheduler.yield();
    return renderEmail(kind, data, { ...brand, logo }, own.get(kind));
  });
  const subject = oneLine(content.subject);
  await transport.send({
    ...content,
    // A reminder that waits for the morning is another job, of the same entry.
    id: email.uncertain?.mailId ?? email.logId ?? id,
    to: oneLine(to),
    senderName: oneLine(brand.name),
    replyTo: brand.email,
    subject: oneLine(`${subject} – ${brand.name}`),
    pictures: picture ? [picture] : [],
    ...(facts.attached && deps.files && { files: await deps.files[facts.attached.file](facts.attached) }),
  });
  return { state: 'sent', subject, notByChat: chat === 'taken' ? undefined : chat };
}

/** Whether the message goes by WhatsApp, or why not. One with files leaves as an e-mail, too, which is the record. */
async function giveToChat(
  { takeEmail, makeLink }: SendingDeps,
  email: QueuedEmail,
  jobId: string,
  { facts, ...said }: { facts: EmailFacts; own: Wording | undefined; brand: Pick<Brand, 'name'> },
): Promise<'taken' | NotByChat | undefined> {
  if (email.byEmail) return 'undelivered';
  const data = takeEmail && (await withLink(facts.data, makeLink));
  if (!data) return undefined;
  const fallback: QueuedEmail | null = facts.attached ? null : { ...email, byEmail: true };
  return takeEmail({ id: email.logId ?? jobId, email, fallback, data, ...said });
}

/** Queues an e-mail that could not be delivered in another way; only if the transaction commits. */
export async function returnEmail(
  jobs: Pick<Jobs, 'enqueue'>,
  email: QueuedEmail,
  trx: DatabaseTransaction,
): Promise<void> {
  await logOutcome(trx, email.logId, { state: 'queued' });
  await jobs.enqueue(queueOf(email.kind), email, trx);
}

// A reminder whose first attempts failed must not come at night either.
async function waitsForMorning(
  { jobs }: SendingDeps,
  email: QueuedEmail,
  now: Date,
  timeZone: string,
): Promise<boolean> {
  if (!('reminder' in email.about) || !isQuiet(now, timeZone)) return false;
  const startAfter = Math.ceil((nextMorning(now, timeZone).getTime() - now.getTime()) / 1_000);
  await jobs.enqueue({ ...mailQueue, startAfter }, email);
  return true;
}

// Attached inline: mail programs often block remote pictures, and a replaced logo changes its URL. If the logo cannot
// be read, the name is shown instead.
async function logoPicture(storage: Storage, logoId: string): Promise<InlinePicture | undefined> {
  try {
    const file = await openLogo(storage, logoId, 'logo.png');
    return file && { cid: `logo.${logoId}`, filename: 'logo.png', content: await buffer(file) };
  } catch {
    return undefined;
  }
}

async function withLink(data: EmailFacts['data'], makeLink: MakeLink): Promise<EmailData[EmailKind] | undefined> {
  const asked = (data as { link?: unknown }).link;
  const link = isLinkRequest(asked) ? await makeLink(asked) : asked;
  return asked && !link ? undefined : ({ ...data, link } as EmailData[EmailKind]);
}

// Other e-mails name an address of the site.
function isLinkRequest(link: unknown): link is EmailLinkRequest {
  return typeof link === 'object' && link !== null;
}
