/** A mail that is ready to go. Addresses and subject are single lines; both bodies say the same. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** How mail leaves the house. Throws when it could not be handed over, so that the job is tried again. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
