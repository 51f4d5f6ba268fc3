/** A picture within a mail: its HTML shows it as "cid:" and this name. */
export interface InlinePicture {
  cid: string;
  filename: string;
  content: Buffer;
}

/** A mail that is ready to go. Addresses, names and subject are single lines; both bodies say the same. */
export interface Mail {
  /** Unique for each mail and the same in every attempt to send it: becomes the Message-ID, by which copies are known. */
  id: string;
  /** Name of the sender; the address is the transport's. */
  senderName: string;
  /** Where answers go, if not to the sender's address. */
  replyTo?: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  pictures: InlinePicture[];
}

/** How mail leaves the house. Throws when it could not be handed over, so that the job is tried again. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  /** Closes idle connections; mails on their way are finished first. */
  close(): void;
}
