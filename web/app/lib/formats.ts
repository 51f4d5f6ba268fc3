import { dateFormat, formatTime } from '@passeio/contract/moment-words';
import { pricesBeside } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';

export { dateFormat, formatLongDate, formatTime } from '@passeio/contract/moment-words';

// Every format takes a time zone, so that server and browser render the same text.
const LOCALE = 'pt-BR';

// Cached, as the formats of dates.
let money: Intl.NumberFormat | undefined;

/** Centavos as "R$ 289,00"; whole amounts keep their two decimals. */
export function formatMoney(cents: number): string {
  money ??= new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'BRL' });
  return money.format(cents / 100);
}

/** "R$ 189,00", or "grátis". */
export function farePrice(cents: number): string {
  return cents === 0 ? 'grátis' : formatMoney(cents);
}

/** What an adult pays, and beside it a child. */
export function pricesInWords({ priceCents, fares }: Pick<Trip, 'priceCents' | 'fares'>) {
  const { isLowest, child } = pricesBeside(fares);
  return {
    price: `${isLowest ? 'A partir de ' : ''}${formatMoney(priceCents)}`,
    childPrice: child ? `${child.label} ${formatMoney(child.priceCents)}` : '',
  };
}

/** Instant as "sáb., 5 de dez.". */
export function formatShortDate(instant: string, timeZone: string): string {
  return dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(new Date(instant));
}

/** Instant as "sáb., 05/12/2026". */
export function formatWeekdayAndNumericDate(instant: string, timeZone: string): string {
  const weekday = dateFormat({ weekday: 'short', timeZone }).format(new Date(instant));
  return `${weekday}, ${formatNumericDate(instant, timeZone)}`;
}

/** Instant as "05/12/2026". */
export function formatNumericDate(instant: string, timeZone: string): string {
  return dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(new Date(instant));
}

/** Instant as "12/11 às 14:05". */
export function formatMoment(instant: string, timeZone: string): string {
  const date = dateFormat({ day: '2-digit', month: '2-digit', timeZone }).format(new Date(instant));
  return `${date} às ${formatTime(instant, timeZone)}`;
}

/** Month of an instant in upper-case Portuguese, as "DEZEMBRO". */
export function formatMonthName(instant: string, timeZone: string): string {
  return dateFormat({ month: 'long', timeZone }).format(new Date(instant)).toLocaleUpperCase(LOCALE);
}

/** Month key of an instant for grouping, as "2026-12". */
export function monthKey(instant: string, timeZone: string): string {
  const parts = dateFormat({ year: 'numeric', month: '2-digit', timeZone }, 'en-CA').formatToParts(new Date(instant));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}`;
}

/** Calendar date "2026-12-05" as "05/12/2026", whatever the time zone. */
export function formatCalendarDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day}/${month}/${year}`;
}

/** Places left, in words: zero is its own case because the plural of 0 is "one" in pt-BR. */
export function formatPlacesLeft(placesLeft: number): string {
  if (placesLeft <= 0) return 'Sem vagas';
  return placesLeft === 1 ? 'Resta 1 vaga' : `Restam ${placesLeft} vagas`;
}

/** As "Rua das Flores, 10, Varginha/MG", without empty parts. */
export function formatPlace({ address, city, state }: { address: string; city: string; state: string }): string {
  const town = [city, state].filter(Boolean).join('/');
  return [address, town].filter(Boolean).join(', ');
}

/** Without protocol and "www.": "instagram.com/nome". */
export function formatWebAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}

/** URL of a WhatsApp chat with an E.164 number and a prefilled message. */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;
}

/** Prefilled message of WhatsApp chats that start on the portal. */
export const WHATSAPP_GREETING = 'Olá! Vim pelo site e quero saber mais sobre os passeios.';
