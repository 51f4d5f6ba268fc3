import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

const DAY_MS = 24 * 3_600_000;

/** How a client's telephone is. */
export const phoneConditions = {
  online: 'Com internet',
  offline: 'Sem internet',
  blocked: 'Bloqueou a agência',
  none: 'Sem WhatsApp',
} as const;
export type PhoneCondition = keyof typeof phoneConditions;

/** How the provider is. */
export const providerConditions = {
  open: 'Funcionando',
  limited: 'Muitas mensagens (130429)',
  silent: 'Recebe e não responde',
  away: 'Fora do ar (500)',
  revoked: 'Token revogado (190)',
} as const;
export type ProviderCondition = keyof typeof providerConditions;

/** What a payment within a message asks for. */
interface OrderInChat {
  reference: string;
  amountCents: number;
  item: string;
  code: string;
  status: string;
}

export interface ChatLine {
  wamid: string;
  from: 'agency' | 'client' | 'app';
  at: number;
  kind: string;
  text: string;
  /** The button of a template. */
  link?: { label: string; url: string };
  order?: OrderInChat;
  /** What the agency calls it, which goes back with each status. */
  callback?: string;
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
  category: 'utility' | 'marketing' | 'service';
  media?: { id: string; type: string; sha256: string };
}

export interface Client {
  phone: string;
  bsuid: string;
  name: string;
  condition: PhoneCondition;
  /** Hides its telephone, as with a user name. */
  isHidden: boolean;
  lines: ChatLine[];
}

export interface StoredTemplate {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  body: string;
  button: { kind: 'url'; label: string; url: string } | { kind: 'pix' } | null;
}

interface State {
  clients: Client[];
  templates: StoredTemplate[];
}

/** What the demonstration's WhatsApp knows, in memory and in a file, so that it outlives a restart. */
export class Chats {
  readonly clients = new Map<string, Client>();
  readonly templates = new Map<string, StoredTemplate>();
  readonly media = new Map<string, { type: string; bytes: Buffer }>();
  condition: ProviderCondition = 'open';
  /** Whether new templates are approved at once. */
  approves = true;
  #file: string;
  #saving: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(file: string): Promise<Chats> {
    const chats = new Chats(file);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (!text) return chats;
    const { clients, templates } = JSON.parse(text) as State;
    for (const client of clients) chats.clients.set(client.phone, client);
    for (const template of templates) chats.templates.set(`${template.name} ${template.language}`, template);
    return chats;
  }

  /** The client with a telephone, as in "5535988112001". */
  clientOf(phone: string, name = ''): Client {
    const known = this.clients.get(phone);
    if (known) return known;
    const bsuid = `BR.${randomBytes(8).readBigUInt64BE()}`;
    const client: Client = { phone, bsuid, name: name || 'Cliente', condition: 'online', isHidden: false, lines: [] };
    this.clients.set(phone, client);
    return client;
  }

  clientByBsuid(bsuid: string): Client | undefined {
    return [...this.clients.values()].find((client) => client.bsuid === bsuid);
  }

  /** The line with an id, and whose it is. */
  lineOf(wamid: string): { client: Client; line: ChatLine } | undefined {
    for (const client of this.clients.values()) {
      const line = client.lines.find((one) => one.wamid === wamid);
      if (line) return { client, line };
    }
    return undefined;
  }

  /** Whether free text may be sent to a client: they wrote within a day. */
  isOpen({ lines }: Client): boolean {
    return lines.some(({ from, at }) => from === 'client' && at > Date.now() - DAY_MS);
  }

  add(client: Client, line: Omit<ChatLine, 'wamid' | 'at'>): ChatLine {
    const added = { ...line, wamid: newWamid(), at: Date.now() };
    client.lines.push(added);
    return added;
  }

  /** Resolves when everything so far is in the file. Who asks while it is written waits for one next time together. */
  save(): Promise<void> {
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined;
      return this.#write();
    });
    this.#saving = this.#next;
    return this.#next;
  }

  async #write(): Promise<void> {
    const state: State = { clients: [...this.clients.values()], templates: [...this.templates.values()] };
    const draft = `${this.#file}.new`;
    await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
    await rename(draft, this.#file);
  }
}

const newWamid = () => `wamid.${randomBytes(24).toString('base64')}`;
