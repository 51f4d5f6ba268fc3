/** Where a browser is notified. Keys in base64url. */
interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A notification; `page`: a path of the site, opened by a tap. It says nothing of a person. */
export interface PushMessage {
  title: string;
  body: string;
  page: string;
}

/** Notifies browsers through their push services. */
export interface PushService {
  /** The key with which browsers subscribe. */
  publicKey: string;
  /**
   * 'gone': the browser has ended its subscription, or made it with another key. Throws {@link PushRefused} where
   * sending again would not help, anything else while its push service is unavailable.
   */
  send(to: PushAddress, message: PushMessage): Promise<'sent' | 'gone'>;
}

/** The push service will not take this message, however often it is sent. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}
