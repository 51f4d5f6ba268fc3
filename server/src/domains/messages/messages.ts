import { buffer } from 'node:stream/consumers';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { LinkRequest } from '../../ports/identity/port.ts';
import type { InlinePicture, MailTransport } from '../../ports/mail/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { openLogo, readBrand } from '../settings/index.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';

/** Retries for 27 hours at least: a mail server that is away for a day loses nothing. */
export const mailQueue: Queue = { name: 'mail', batchSize: 10, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };

/** An e-mail as it is queued. */
export interface QueuedEmail<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  to: string;
  /** A link that proves something is only asked for here and made when the mail is sent: the queue holds none that works. */
  data: { [Key in keyof EmailData[Kind]]: EmailData[Kind][Key] | (Key extends 'link' ? LinkRequest : never) };
}

/** Makes a link; undefined where there is nothing left to do with it, such as for a person who is gone. */
type MakeLink = (request: LinkRequest) => Promise<string | undefined>;

/** Queues an e-mail, which is sent in the operator's brand of that moment; given a transaction, only if that commits. */
export function enqueueEmail<Kind extends EmailKind>(
  jobs: Pick<Jobs, 'enqueue'>,
  email: QueuedEmail<Kind>,
  trx?: DatabaseTransaction,
): Promise<void> {
  return jobs.enqueue(mailQueue, email, trx);
}

interface SendingParts {
  jobs: Jobs;
  db: Database;
  storage: Storage;
  transport: MailTransport;
  makeLink: MakeLink;
}

/** Sends what is queued, in this process. */
export async function sendQueuedEmails({ jobs, db, storage, transport, makeLink }: SendingParts): Promise<void> {
  await jobs.work<QueuedEmail>(mailQueue, async ({ kind, to, data }, id) => {
    const complete = await withLink(data, makeLink);
    if (!complete) return;
    // React and the templates are large and seldom needed: they are loaded with the first e-mail.
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

// Within the mail: pictures from elsewhere are often not loaded, and a logo that is replaced loses its address. Whoever
// waits for a link is not to wait for a picture: without it, the name stands in its place.
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

// A line break in a header would begin another header.
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
