import { z } from '@passeio/contract/zod';
import { REMEMBERED_KEY } from './stored-keys';

const rememberedLink = z.object({
  token: z.string().min(1),
  code: z.string(),
  /** The title of its trip. */
  title: z.string(),
  /** Departure, ISO 8601. */
  date: z.string(),
  /** Epoch milliseconds after which the link opens nothing. */
  until: z.number(),
});
export type RememberedLink = z.infer<typeof rememberedLink>;

/** The reservations without an account that this browser was asked to remember, the earliest departure first. */
export function readRememberedLinks(): RememberedLink[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REMEMBERED_KEY) ?? '[]');
    const links = (Array.isArray(stored) ? stored : []).flatMap((one) => rememberedLink.safeParse(one).data ?? []);
    return links.filter(({ until }) => until > Date.now()).toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  } catch {
    return [];
  }
}

/** Remembers a link, in the place of an earlier one of its reservation; false where the browser stores nothing. */
export function rememberLink(link: RememberedLink): boolean {
  return write([...readRememberedLinks().filter(({ code }) => code !== link.code), link]);
}

/** Forgets the link with this token, or all of them. */
export function forgetLinks(token?: string): void {
  write(token === undefined ? [] : readRememberedLinks().filter((one) => one.token !== token));
}

function write(links: readonly RememberedLink[]): boolean {
  try {
    if (links.length === 0) localStorage.removeItem(REMEMBERED_KEY);
    else localStorage.setItem(REMEMBERED_KEY, JSON.stringify(links));
    return true;
  } catch (error) {
    console.warn('The remembered reservations could not be stored', error);
    return false;
  }
}
