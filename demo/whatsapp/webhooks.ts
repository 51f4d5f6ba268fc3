import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatLine, Client, StoredTemplate } from './chats.ts';

const PAUSES_MS = [500, 2_000, 10_000, 30_000];
const ANSWER_MS = 5_000;

/** The account, as the agency knows it. */
export interface Account {
  account: string;
  phoneNumberId: string;
  displayPhone: string;
  appSecret: string;
}

export type Status = 'sent' | 'delivered' | 'read' | 'failed';

/** Reports to the agency, signed, one after the other, again while it does not answer. */
export class Webhooks {
  /** Where they go; set by subscribed_apps. */
  url: string | undefined;
  #account: Account;
  #stopping = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(account: Account) {
    this.#account = account;
  }

  message(client: Client, line: ChatLine): void {
    this.#send('messages', {
      contacts: [{ profile: { name: client.name }, ...waOf(client), user_id: client.bsuid }],
      messages: [{ ...whoWrote(client), ...saidOnTheWire(line) }],
    });
  }

  /** What somebody of the agency wrote in the app. */
  echo(client: Client, line: ChatLine): void {
    const { displayPhone } = this.#account;
    const said = { from: displayPhone, to: client.phone, to_user_id: client.bsuid, ...saidOnTheWire(line) };
    this.#send('smb_message_echoes', { message_echoes: [said] });
  }

  status(client: Client, line: ChatLine, status: Status, code?: number): void {
    const { wamid: id, callback, category } = line;
    const billable = category !== 'service';
    this.#send('messages', {
      statuses: [
        {
          ...{ id, status, timestamp: seconds(Date.now()), recipient_id: client.phone },
          ...{ recipient_user_id: client.bsuid },
          ...(callback && { biz_opaque_callback_data: callback }),
          ...(status !== 'failed' && {
            pricing: { billable, pricing_model: 'PMP', type: billable ? 'regular' : 'free_customer_service', category },
          }),
          ...(code && { errors: [{ code, title: 'Message undeliverable', message: 'Message undeliverable' }] }),
        },
      ],
    });
  }

  template({ id, name, language, status }: StoredTemplate, reason = 'NONE'): void {
    const value = {
      ...{ event: status, message_template_id: Number(id), message_template_name: name },
      ...{ message_template_language: language, reason },
    };
    this.#deliver(this.#envelope('message_template_status_update', value));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
  }

  #send(field: string, value: object): void {
    const { displayPhone: display_phone_number, phoneNumberId: phone_number_id } = this.#account;
    const metadata = { display_phone_number, phone_number_id };
    this.#deliver(this.#envelope(field, { messaging_product: 'whatsapp', metadata, ...value }));
  }

  #envelope(field: string, value: object): object {
    return {
      object: 'whatsapp_business_account',
      entry: [{ id: this.#account.account, changes: [{ field, value }] }],
    };
  }

  #deliver(payload: object): void {
    const body = JSON.stringify(payload);
    this.#last = this.#last.then(() => this.#try(body)).catch(() => undefined);
  }

  async #try(body: string): Promise<void> {
    const { signal } = this.#stopping;
    const signature = createHmac('sha256', this.#account.appSecret).update(body).digest('hex');
    for (const pause of [...PAUSES_MS, 0]) {
      if (!this.url || signal.aborted) return;
      const answered = await fetch(this.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      }).catch(() => undefined);
      if (answered?.ok) return;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

const seconds = (ms: number) => String(Math.floor(ms / 1_000));
const waOf = ({ isHidden, phone }: Client) => (isHidden ? {} : { wa_id: phone });
const whoWrote = ({ isHidden, phone, bsuid }: Client) => ({
  ...(isHidden ? {} : { from: phone }),
  from_user_id: bsuid,
});

/** What files of a kind have beyond others. */
const ofKind: Record<string, object> = { audio: { voice: true }, document: { filename: 'arquivo.pdf' } };

function saidOnTheWire({ wamid: id, at, kind: type, text, media }: ChatLine): object {
  const base = { id, timestamp: seconds(at), type };
  if (media) {
    const file = { id: media.id, mime_type: media.type, sha256: media.sha256, ...(text && { caption: text }) };
    return { ...base, [type]: { ...file, ...ofKind[type] } };
  }
  return type === 'button' ? { ...base, button: { payload: text, text } } : { ...base, text: { body: text } };
}
