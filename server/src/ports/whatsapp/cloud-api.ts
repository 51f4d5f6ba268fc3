import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { z } from '@passeio/contract/zod';
import { ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { type GraphAnswer, GraphClient, NoAnswer } from './graph-client.ts';
import {
  type PixInChat,
  type ProviderTemplate,
  type SendOutcome,
  TemplateRefused,
  type WhatsAppService,
} from './port.ts';
import { readReports } from './read-reports.ts';
import { draftOnTheWire, messageOnTheWire } from './wire.ts';

export interface CloudApiAccess {
  baseUrl: string;
  phoneNumberId: string;
  account: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  pathSecret: string;
  pixInChat: PixInChat;
  limits?: { connectMs: number; answerMs: number };
  lookup?: LookupFunction | undefined;
}

const MAX_MEDIA_BYTES = 16 * 1024 * 1024;
/** Where Meta keeps media; partners keep them at their own address. */
const MEDIA_HOSTS: Record<string, string> = { 'graph.facebook.com': 'lookaside.fbsbx.com' };
/** Too many at once: surely not sent, and accepted later. */
const TRANSIENT = new Set([4, 80007, 130429, 131056]);
const MAX_PAGES = 10;

const failure = z.object({
  error: z.object({ code: z.int(), message: z.string().default(''), error_user_msg: z.string().optional() }),
});
const sent = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(300) })).min(1) });
const template = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
});
const templatePage = z.object({
  data: z.array(template),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});
const made = z.object({ id: z.string(), status: z.string(), category: z.string() });
const number = z.object({ display_phone_number: z.string(), verified_name: z.string().default('') });
const mediaAddress = z.object({ url: z.url(), file_size: z.coerce.number().optional() });

/** Meta's Cloud API, or a solution partner's that speaks the same wire. */
export function cloudApi(access: CloudApiAccess): WhatsAppService & { readNumber(): Promise<z.output<typeof number>> } {
  const { account, phoneNumberId, pathSecret, verifyToken, pixInChat } = access;
  const client = new GraphClient(access);
  const read = async <Answer>(schema: z.ZodType<Answer>, path: string, query?: Record<string, string>) =>
    parsed(schema, await called(client, 'GET', client.addressOf(path, query)));
  return {
    account,
    pathSecret,
    verifyToken,
    pixInChat,
    readReports: (body, signature) =>
      isSigned(body, signature, access.appSecret)
        ? readReports(JSON.parse(body.toString('utf8')), { account, phoneNumberId })
        : undefined,
    async send(to, content, id) {
      const message = messageOnTheWire(to, content, id);
      const url = client.addressOf(`${phoneNumberId}/messages`);
      try {
        return outcomeOf(await client.call('POST', url, message));
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (error.wasSent) return { state: 'unknown' };
        return { state: 'refused', code: null, isTransient: true, isTokenRefused: false };
      }
    },
    readNumber: () => read(number, phoneNumberId, { fields: 'display_phone_number,verified_name' }),
    async listTemplates() {
      const found: ProviderTemplate[] = [];
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { fields: 'id,name,language,category,status', limit: '100', ...(after && { after }) };
        const { data, paging } = await read(templatePage, `${account}/message_templates`, query);
        found.push(...data.map(({ id, status, ...one }) => ({ ...one, providerId: id, state: status })));
        after = paging?.next && paging.cursors?.after;
        if (!after) break;
      }
      return found;
    },
    async submitTemplate(draft) {
      const url = client.addressOf(`${account}/message_templates`);
      const answer = await answered(client, 'POST', url, draftOnTheWire(draft));
      const refused = refusalOf(answer);
      if (refused && answer.status < 500 && !isTokenRefused(answer, refused.code) && !TRANSIENT.has(refused.code)) {
        throw new TemplateRefused(refused.error_user_msg || refused.message);
      }
      const { id, status, category } = parsed(made, accepted(answer));
      return { providerId: id, state: status, category, name: draft.name, language: draft.language };
    },
    async readMedia(providerId) {
      const { url, file_size: size = 0 } = await read(mediaAddress, encodeURIComponent(providerId));
      const address = new URL(url);
      const host = MEDIA_HOSTS[client.base.host] ?? client.base.host;
      const isThere = address.protocol === client.base.protocol && address.host === host;
      if (!isThere || size > MAX_MEDIA_BYTES) return undefined;
      const { bytes } = await called(client, 'GET', address);
      return bytes.length > MAX_MEDIA_BYTES ? undefined : bytes;
    },
    async subscribe(url) {
      const body = { override_callback_uri: url, verify_token: verifyToken };
      await called(client, 'POST', client.addressOf(`${account}/subscribed_apps`), body);
    },
    close: () => client.close(),
  };
}

function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/.exec(signature ?? '')?.[1] ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function outcomeOf(answer: GraphAnswer): SendOutcome {
  const refused = refusalOf(answer);
  if (refused) {
    const { code } = refused;
    // A failure of the provider itself says nothing of the message.
    if (answer.status >= 500 && !TRANSIENT.has(code)) return { state: 'unknown' };
    return { state: 'refused', code, isTransient: TRANSIENT.has(code), isTokenRefused: isTokenRefused(answer, code) };
  }
  if (answer.status === 429) return { state: 'refused', code: null, isTransient: true, isTokenRefused: false };
  const wamid = sent.safeParse(json(answer)).data?.messages[0]?.id;
  if (answer.status < 300 && wamid) return { state: 'accepted', wamid };
  if (answer.status >= 400 && answer.status < 500) {
    return { state: 'refused', code: null, isTransient: false, isTokenRefused: answer.status === 401 };
  }
  return { state: 'unknown' };
}

const isTokenRefused = ({ status }: GraphAnswer, code: number | undefined) => status === 401 || code === 190;

function json({ bytes }: GraphAnswer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const refusalOf = (answer: GraphAnswer) => failure.safeParse(json(answer)).data?.error;

/** An answer, whatever it says. Throws ProviderUnavailable. */
async function answered(client: GraphClient, method: 'GET' | 'POST', url: URL, body?: object): Promise<GraphAnswer> {
  try {
    return await client.call(method, url, body);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // Asking again would bring the same.
    if (error.isTooLarge) throw new ProviderRefused(error.message);
    throw new ProviderUnavailable(error.message, error.fault);
  }
}

const called = async (...call: Parameters<typeof answered>) => accepted(await answered(...call));

/** The answer of a call that succeeded. Throws ProviderUnavailable or ProviderRefused, which name the code alone. */
function accepted(answer: GraphAnswer): GraphAnswer {
  const { status } = answer;
  if (status < 300) return answer;
  const code = refusalOf(answer)?.code;
  const reason = `WhatsApp answered ${status}${code === undefined ? '' : ` (${code})`}`;
  if (status === 429 || status >= 500 || (code !== undefined && TRANSIENT.has(code))) {
    throw new ProviderUnavailable(reason);
  }
  if (isTokenRefused(answer, code)) throw new ProviderRefused(reason, 'credentials');
  throw new ProviderRefused(reason, status === 403 || code === 10 || code === 200 ? 'permission' : undefined);
}

function parsed<Answer>(schema: z.ZodType<Answer>, answer: GraphAnswer): Answer {
  const read = schema.safeParse(json(answer));
  if (!read.success) throw new ProviderUnavailable('WhatsApp answered something else than expected');
  return read.data;
}
