/** A mail that is ready to go. Addresses and subject are single lines; both bodies say the same. */
export interface Mail {
  /** Unique for each mail and the same in every attempt to send it: becomes the Message-ID, by which copies are known. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** How mail leaves the house. Throws when it could not be handed over, so that the job is tried again. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  /** Closes idle connections; mails on their way are finished first. */
  close(): void;
}
