import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from '@passeio/contract/zod';
import { addressesOf } from './platform/database/failover-client.ts';

/** An empty variable (`PORT=`) counts as unset. */
export const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value);
/** A variable that may be unset. */
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyAsUnset, schema.optional());

/** A whole number from 0 to `max`, in digits. */
export function wholeNumber(max: number) {
  const hint = `use a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, hint)
    .transform(Number)
    .pipe(z.number().max(max, hint));
}

/** A number from 0 to 1, with a decimal point. */
export function ratio() {
  return z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'use a number from 0 to 1')
    .transform(Number);
}

/** A text on one line, without blanks around it. */
export function line(hint: string, max = 300) {
  return z
    .string()
    .max(max, hint)
    .regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, hint);
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
// Numbers alone are an address, or none.
const NUMBERS = /^[\d.]+$/;

const isHostName = (text: string) => HOST_NAME.test(text) && !NUMBERS.test(text);

/** An IP address or the name of a host. */
export const host = (hint: string) => z.string().refine((text) => isIP(text) > 0 || isHostName(text), hint);

/** The name of a host. */
export const hostName = (hint: string) => z.string().refine(isHostName, hint);

/** `host:port`. */
export const hostAndPort = (hint: string) =>
  z.string().refine((text) => {
    const [, name = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
    return (isIP(name) > 0 || isHostName(name)) && Number(port) > 0 && Number(port) < 65_536;
  }, hint);

/** The URL that `text` is, if nothing of it is a surprise: a host, no credentials, no query and no fragment. */
function plainUrl(text: string): URL | undefined {
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.hostname !== '' && url.port !== '0' && /^[^?#@]+$/.test(text) ? url : undefined;
}

/** A URL over HTTPS, or also over HTTP. */
export const httpUrl = (hint: string, protocols = ['https:']) =>
  z.string().refine((text) => protocols.includes(plainUrl(text)?.protocol ?? ''), hint);

/** The URL of a host, without a path. */
export const originUrl = (hint: string) =>
  z
    .string()
    .refine((text) => /^https?:$/.test(plainUrl(text)?.protocol ?? '') && plainUrl(text)?.pathname === '/', hint);

/** Where e-mails go to: smtps://USER:PASSWORD@HOST. */
export const smtpUrl = (hint: string) => z.string().refine(isSmtpUrl, hint);

function isSmtpUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const isHost = isHostName(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  return (
    /^smtps?:$/.test(protocol) && isHost && port !== '0' && /^\/?$/.test(pathname) && isEncoded(username + password)
  );
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

const ADDRESS = String.raw`[^\s<>@,;:"()\p{Cc}]+@[^\s<>@,;:"()\p{Cc}]*[\p{L}\d]`;
const NAME = String.raw`(?:"[^"\\\p{Cc}]*"|[^"<>@,;:\\\p{Cc}]*)`;
const SENDER = new RegExp(`^(?:${ADDRESS}|${NAME} ?<${ADDRESS}>)$`, 'u');

/** An e-mail address, or a name and an address between angle brackets. */
export const sender = (hint: string) => z.string().max(320, hint).regex(SENDER, hint);

/** A private key on P-256: 32 bytes in base64url. */
export const p256Key = (hint: string) => z.string().refine(isP256Key, hint);

function isP256Key(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

// Names its hosts and its database: what is missing would come from other variables and the name of the user.
const DATABASE_URL = /^postgres(?:ql)?:\/\/(?:[^@/?#\s]*@)?[^@/?#\s]+\/[^/?#\s]+(?:\?\S*)?$/;

const SSL_MODES = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

function isDatabaseUrl(value: string): boolean {
  return DATABASE_URL.test(value) && addressesOf(value).every(isDecodable);
}

function isDecodable(url: string): boolean {
  if (!URL.canParse(url) || /%(?![0-9a-f]{2})/i.test(url)) return false;
  const { port, searchParams } = new URL(url);
  return port !== '0' && SSL_MODES.has(searchParams.get('sslmode') ?? 'prefer');
}

/** The address of a database. */
export const databaseUrl = optional(
  z.string().refine(isDatabaseUrl, 'use postgresql://USER:PASSWORD@HOST:PORT/DATABASE'),
);
