import { readSellerCode } from './seller-code.ts';

/** What kind of site led a visitor to us. Its address is never kept. */
export const referrerKinds = {
  search: 'Busca',
  social: 'Rede social',
  other: 'Outro site',
  direct: 'Sem outro site',
} as const;
export type ReferrerKind = keyof typeof referrerKinds;

/**
 * How a visitor came: what our own link says of itself (`utm_source`, `utm_medium`, `utm_campaign`; empty where it says
 * nothing), the kind of site that led here, and the code of the seller whose link it was. Nothing of it tells one
 * visitor from another.
 */
export interface Touch {
  source: string;
  medium: string;
  campaign: string;
  referrer: ReferrerKind;
  seller?: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The first and the last touch of a device; the same one after a single visit. */
export interface Touches {
  first: Touch;
  last: Touch;
}

/** What a device remembers; `ofSeller`: the last one by the link of a seller. */
export interface RememberedTouches extends Touches {
  ofSeller?: Touch | undefined;
}

/** What goes with a reservation: the code of the seller, ignored unless they sell now, and the touches. */
export interface Came {
  seller?: string | null | undefined;
  touches?: Touches | null | undefined;
}

export const cameOf = ({ ofSeller, ...touches }: RememberedTouches): Came => ({ seller: ofSeller?.seller, touches });

/** Days for which a device remembers a touch. */
export const SOURCE_DAYS = 30;
export const MAX_SOURCE_LENGTH = 60;

/** The longest word, and the longest address, that is looked at. */
export const MAX_RAW_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2_000;

/** A source, medium or campaign as it is kept. */
const WORD = /^[a-z0-9][a-z0-9 ._+-]*$/;
/** More digits may be a telephone, a document, or the number of a click. */
const MAX_DIGITS = 8;
const DAY_MS = 86_400_000;

/**
 * A source, medium or campaign in lower case without accents, cut to {@link MAX_SOURCE_LENGTH}; empty if it may name a
 * person (an e-mail, a long number) or is no plain text.
 */
export function cleanSource(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > MAX_RAW_LENGTH) return '';
  const word = raw
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SOURCE_LENGTH)
    .trim();
  return WORD.test(word) && word.replace(/\D/g, '').length <= MAX_DIGITS ? word : '';
}

const SEARCH =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|yandex|baidu|brave)(\.[a-z]{2,3}){1,2}$|^com\.google\.android\.googlequicksearchbox$/;
const SOCIAL =
  /(^|\.)((instagram|facebook|threads|tiktok|youtube|twitter|pinterest|linkedin|whatsapp|kwai)\.(com|net)|x\.com|t\.co|t\.me|youtu\.be|wa\.me|l\.wl\.co)$|^(com\.(instagram|facebook|whatsapp|twitter)\.|org\.telegram\.)/;
/** Sites to which we send people ourselves, from which they come back. */
const RETURNS = /^accounts\.google\.com$|(^|\.)mercadopago\.com(\.br)?$/;

/** What kind of site a referrer is; undefined: our own, or one from which people come back to us. */
function kindOf(referrer: string, host: string): ReferrerKind | undefined {
  if (referrer === '') return 'direct';
  if (referrer.length > MAX_ADDRESS_LENGTH || !URL.canParse(referrer)) return 'other';
  const from = new URL(referrer);
  if (from.host === host || RETURNS.test(from.hostname)) return undefined;
  if (SEARCH.test(from.hostname)) return 'search';
  return SOCIAL.test(from.hostname) ? 'social' : 'other';
}

/** A page that was opened: its query, the address that led to it, its own host, and when. */
interface Arrival {
  search: string;
  referrer: string;
  host: string;
  now: number;
}

/**
 * How a visitor came; undefined from our own pages, except by the link of a seller, and where nothing says it.
 * `fbclid`, `gclid` and whatever else names a click, and so a person, is not read: nobody is asked for a consent that
 * would allow it.
 */
export function touchOf({ search, referrer, host, now }: Arrival): Touch | undefined {
  const kind = kindOf(referrer, host);
  const query = new URLSearchParams(search.length > MAX_ADDRESS_LENGTH ? '' : search);
  const source = cleanSource(query.get('utm_source'));
  const word = (name: string) => (source ? cleanSource(query.get(name)) : '');
  const seller = sellerCode(query.get('v'));
  if (!seller && (!kind || (!source && kind === 'direct'))) return undefined;
  return {
    source,
    medium: word('utm_medium'),
    campaign: word('utm_campaign'),
    referrer: kind ?? 'direct',
    ...(seller && { seller }),
    at: new Date(now).toISOString(),
  };
}

const sellerCode = (raw: unknown) => (typeof raw === 'string' ? readSellerCode(raw) : undefined);

/** The touches of a device after another one. */
export const addTouch = (known: RememberedTouches | undefined, last: Touch): RememberedTouches => ({
  first: known?.first ?? last,
  last,
  ofSeller: last.seller ? last : known?.ofSeller,
});

/**
 * Touches as a device or a request brings them, of the last {@link SOURCE_DAYS} days: cleaned once more, and undefined
 * without a last one. A clock that is ahead counts as now.
 */
export function readTouches(raw: unknown, now: number): Touches | undefined {
  const { first, last } = (raw ?? {}) as { first?: unknown; last?: unknown };
  const kept = readTouch(last, now);
  if (!kept) return undefined;
  const earlier = readTouch(first, now);
  return { first: earlier && earlier.at <= kept.at ? earlier : kept, last: kept };
}

/** As {@link readTouches}, with the seller's. */
export function readRememberedTouches(raw: unknown, now: number): RememberedTouches | undefined {
  const touches = readTouches(raw, now);
  return touches && { ...touches, ofSeller: readTouch((raw as { ofSeller?: unknown }).ofSeller, now) };
}

function readTouch(raw: unknown, now: number): Touch | undefined {
  const { source, medium, campaign, referrer, seller, at } = (raw ?? {}) as Record<string, unknown>;
  const time = typeof at === 'string' && at.length <= 30 ? Date.parse(at) : Number.NaN;
  if (!(now - time < SOURCE_DAYS * DAY_MS) || typeof referrer !== 'string') return undefined;
  if (!Object.hasOwn(referrerKinds, referrer)) return undefined;
  const [word, code] = [cleanSource(source), sellerCode(seller)];
  if (!word && !code && referrer === 'direct') return undefined;
  return {
    source: word,
    medium: word && cleanSource(medium),
    campaign: word && cleanSource(campaign),
    referrer: referrer as ReferrerKind,
    ...(code && { seller: code }),
    at: new Date(Math.min(time, now)).toISOString(),
  };
}

/** Where sales come from that no link names: kinds of sites, a seller, nobody, the waiting list, and staff. */
export const unnamedSources = {
  search: referrerKinds.search,
  social: 'Redes sociais',
  other: 'Outros sites',
  seller: 'Vendedores',
  direct: 'Direto',
  waiting_list: 'Lista de espera',
  operator: 'Equipe',
} as const;
export type UnnamedSource = keyof typeof unnamedSources;

/** A touch in a line, as in "instagram · ads · verao" or "Busca". */
export function touchText({ source, medium, campaign, referrer, seller }: Touch): string {
  const link = [source, medium, campaign].filter(Boolean).join(' · ');
  return [link || (referrer !== 'direct' && referrerKinds[referrer]), seller && `link do vendedor ${seller}`]
    .filter(Boolean)
    .join(' · ');
}
