/** An inline picture, referenced in the HTML as "cid:" and this name. */
export interface InlinePicture {
  cid: string;
  filename: string;
  content: Buffer;
}

/** An attached file. */
export interface MailFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A rendered mail. Addresses, names and subject are single lines; both bodies have the same content. */
export interface Mail {
  /** The same in every attempt: becomes the Message-ID, by which mail programs detect duplicates. */
  id: string;
  /** The sender's name; the address is the transport's. */
  senderName: string;
  /** Reply-To, if not the sender. */
  replyTo?: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  pictures: InlinePicture[];
  files?: MailFile[];
}

/** The server got the text of a mail and did not say what became of it: another attempt may be a second mail. */
export class UncertainDelivery extends Error {}

/**
 * A mail transport. Throws if a mail could not be handed over, so that the job is retried; an UncertainDelivery if it
 * may have been.
 */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  /** Closes idle connections and finishes mails in progress. */
  close(): void;
}
