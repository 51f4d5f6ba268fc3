/** Who a message is of, or to. `bsuid`: Meta's id of the person within the business; `phone`: E.164. One may be null. */
export interface ChatAddress {
  bsuid: string | null;
  phone: string | null;
}

/** A message as Meta reports it: of a contact, or (`echo`) of the team in the app to a contact. */
export interface ReportedMessage {
  does: 'message';
  direction: 'in' | 'echo';
  contact: ChatAddress;
  /** As the profile says; empty: unknown. */
  name: string;
  wamid: string;
  /** Milliseconds since 1970, of whole seconds. */
  atMs: number;
  /** Microseconds since 1970: when its webhook came. */
  arrival?: number;
  /** As Meta names it: text, image, document, audio, button … */
  kind: string;
  text: string;
  media: ReportedMedia | null;
}

export interface ReportedMedia {
  providerId: string;
  contentType: string;
  fileName: string;
}

/** What became of a message that we sent, or somebody of the team in the app. */
export interface ReportedStatus {
  does: 'status';
  wamid: string;
  /** Ours, as it was sent; null of messages that are not ours. */
  messageId: string | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  errorCode: number | null;
  pricing: { category: string; isBilled: boolean } | null;
}

/** What Meta decided about a template. */
export interface ReportedTemplate {
  does: 'template';
  name: string;
  language: string;
  state: string;
  reason: string;
}

/** What a webhook reports, of this account alone. */
export type Report = ReportedMessage | ReportedStatus | ReportedTemplate;

/** A payment by Pix within the chat. */
export interface PixOrder {
  /** That of the charge. */
  reference: string;
  amountCents: number;
  /** What is paid for, as in "Sinal da reserva K7M2QX". */
  item: string;
  /** The copy-paste code. */
  code: string;
  merchant: string;
  key: string;
  keyKind: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  expiresAtMs: number | null;
}

/** What a message says. */
export type ChatContent =
  | { type: 'text'; body: string }
  /** `button`: what its button opens, a page (what follows the site's address) or a payment; null: it has none. */
  | {
      type: 'template';
      name: string;
      language: string;
      parameters: string[];
      button: { path: string } | { order: PixOrder } | null;
    }
  | { type: 'order_details'; body: string; order: PixOrder }
  | { type: 'order_status'; body: string; reference: string; status: 'completed' | 'canceled' };

/** `refused`: it was surely not sent; `isTransient`: may be tried again. `unknown`: it may have been sent. */
export type SendOutcome =
  | { state: 'accepted'; wamid: string }
  | { state: 'refused'; code: number | null; isTransient: boolean; isTokenRefused: boolean }
  | { state: 'unknown' };

/** How an account shows a payment by Pix. */
export type PixInChat = 'button' | 'text';

/** A template as Meta keeps it. */
export interface ProviderTemplate {
  providerId: string;
  name: string;
  language: string;
  category: string;
  state: string;
}

/** `examples`: of {{1}}, {{2}} … in the body. `button`: to a page below `url`, or that of a payment by Pix; null: none. */
export interface TemplateDraft {
  name: string;
  language: string;
  category: 'UTILITY' | 'MARKETING';
  body: string;
  examples: string[];
  button: { kind: 'page'; label: string; url: string; example: string } | { kind: 'payment' } | null;
}

/** The operator's number at WhatsApp. Reads throw ProviderUnavailable or ProviderRefused of ports/payments/port.ts. */
export interface WhatsAppService {
  /** The business account (WABA), to which templates belong. */
  readonly account: string;
  readonly pixInChat: PixInChat;
  /** In the address of its webhook. */
  readonly pathSecret: string;
  readonly verifyToken: string;
  /** Where one is the client, of the demonstration alone. */
  readonly page?: string;
  /** What a webhook reports; undefined unless Meta signed it. Throws where it is signed and cannot be read. */
  readReports(body: Buffer, signature: string | undefined): Report[] | undefined;
  /** Sends once, and never again by itself. `id`: ours, which comes back with each status. */
  send(to: ChatAddress, content: ChatContent, id: string): Promise<SendOutcome>;
  listTemplates(): Promise<ProviderTemplate[]>;
  /** Throws {@link TemplateRefused} with what Meta says. */
  submitTemplate(template: TemplateDraft): Promise<ProviderTemplate>;
  /** The bytes of a media; undefined where it is gone, too large or nowhere that we may read. */
  readMedia(providerId: string): Promise<Buffer | undefined>;
  /** Has webhooks of this account sent to an address. */
  subscribe(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Meta does not accept a template, and says why. */
export class TemplateRefused extends Error {}
