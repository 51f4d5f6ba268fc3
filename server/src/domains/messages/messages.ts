import { buffer } from 'node:stream/consumers';
import type { ReservationState } from '@passeio/contract/reservation-states';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { LinkRequest } from '../../ports/identity/port.ts';
import type { InlinePicture, MailTransport } from '../../ports/mail/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { openLogo, readBrand } from '../settings/index.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';

/** At least 27 hours of retries, to survive an outage of a day. */
export const mailQueue: Queue = { name: 'mail', batchSize: 10, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };

/** A queued e-mail. */
export interface QueuedEmail<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  to: string;
  /** Links are requested here and created when the e-mail is sent, so that the queue holds no token. */
  data: { [Key in keyof EmailData[Kind]]: EmailData[Kind][Key] | (Key extends 'link' ? LinkRequest : never) };
  /** Checked when the e-mail is sent: it is not if this no longer holds. */
  reason?: EmailReason;
}

/** That a reservation is in a state, and has a deadline (ISO 8601). */
export interface HoldReason {
  reservationId: string;
  state: 'held' | 'expired';
  holdExpiresAt: string;
}

/** That a receipt is its reservation's latest and in a state, the reservation itself being in another. */
export interface ReceiptReason {
  receiptId: string;
  state: 'submitted' | 'rejected';
  reservationState: ReservationState;
}

/** That a payment was not put right, and its reservation is in a state. */
export interface PaymentReason {
  entryId: string;
  state: ReservationState;
}

export type EmailReason = HoldReason | ReceiptReason | PaymentReason;

/** Creates a link; undefined if it is obsolete, for example because the person was deleted. */
type MakeLink = (request: LinkRequest) => Promise<string | undefined>;

/** Queues an e-mail; given a transaction, only if it commits. Rendered in the operator's brand when it is sent. */
export function enqueueEmail<Kind extends EmailKind>(
  jobs: Pick<Jobs, 'enqueue'>,
  email: QueuedEmail<Kind>,
  trx?: DatabaseTransaction,
): Promise<void> {
  return jobs.enqueue(mailQueue, email, trx);
}

/** Queues e-mails in one statement; only if the transaction commits. */
export function enqueueEmails<Kind extends EmailKind>(
  jobs: Pick<Jobs, 'enqueueAll'>,
  emails: QueuedEmail<Kind>[],
  trx: DatabaseTransaction,
): Promise<void> {
  return jobs.enqueueAll(mailQueue, emails, trx);
}

interface SendingParts {
  jobs: Jobs;
  db: Database;
  storage: Storage;
  transport: MailTransport;
  makeLink: MakeLink;
  /** Whether the reason of an e-mail still holds. */
  isStillSo: (reason: EmailReason) => Promise<boolean>;
}

/** Works the mail queue in this process. */
export async function sendQueuedEmails(parts: SendingParts): Promise<void> {
  const { jobs, db, storage, transport, makeLink, isStillSo } = parts;
  await jobs.work<QueuedEmail>(mailQueue, async ({ kind, to, data, reason }, id) => {
    if (reason && !(await isStillSo(reason))) return;
    const complete = await withLink(data, makeLink);
    if (!complete) return;
    // Loaded with the first e-mail, because React and the templates are large.
    const { renderEmail } = await import('./templates/render.ts');
    const brand = await readBrand(db);
    const picture = brand.logo && (await logoPicture(storage, brand.logo.id));
    const logo = brand.logo && picture ? { ...brand.logo, src: `cid:${picture.cid}` } : null;
    const content = await renderEmail(kind, complete, { ...brand, logo });
    await transport.send({
      ...content,
      id,
      to: oneLine(to),
      senderName: oneLine(brand.name),
      replyTo: brand.email,
      subject: oneLine(content.subject),
      pictures: picture ? [picture] : [],
    });
  });
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

async function withLink(data: QueuedEmail['data'], makeLink: MakeLink): Promise<EmailData[EmailKind] | undefined> {
  const asked = (data as { link?: string | LinkRequest }).link;
  const link = typeof asked === 'object' ? await makeLink(asked) : asked;
  return asked && !link ? undefined : ({ ...data, link } as EmailData[EmailKind]);
}

// Prevents header injection.
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
