import * as moments from '@passeio/contract/format-moments';
import { moneyText as formatMoney } from '@passeio/contract/money';
import { pricesBeside } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { useSettings } from './settings';

const LOCALE = 'pt-BR';
const DAY_MS = 86_400_000;

/** Formats of instants in one time zone, so that server and browser render the same text. */
export type Formats = ReturnType<typeof createFormats>;

const formatsByZone = new Map<string, Formats>();

/** The formats in the operator's time zone; the same object at every rendering. */
export function useFormats(): Formats {
  return formatsIn(useSettings().timeZone);
}

/** The formats in a time zone, for code outside of components. */
export function formatsIn(timeZone: string): Formats {
  const formats = formatsByZone.get(timeZone) ?? createFormats(timeZone);
  formatsByZone.set(timeZone, formats);
  return formats;
}

function createFormats(timeZone: string) {
  const format = (instant: string, options: Intl.DateTimeFormatOptions) =>
    moments.dateFormat({ ...options, timeZone }).format(new Date(instant));

  /** Instant as "04:30". */
  const formatTime = (instant: string) => moments.formatTime(instant, timeZone);
  /** Instant as "sábado, 5 de dezembro de 2026". */
  const formatLongDate = (instant: string) => moments.formatLongDate(instant, timeZone);
  /** Instant as "sáb., 5 de dez.". */
  const formatShortDate = (instant: string) => format(instant, { weekday: 'short', day: 'numeric', month: 'short' });
  /** Instant as "05/12/2026". */
  const formatNumericDate = (instant: string) => format(instant, { day: '2-digit', month: '2-digit', year: 'numeric' });
  /** Instant as "2026-12-05". */
  const formatIsoDate = (instant: string) => formatNumericDate(instant).split('/').reverse().join('-');
  /** Number of calendar days of a trip: 1 if it returns on the same day. */
  const daysOf = ({ date, returnDate }: Span) =>
    Math.max(1, (Date.parse(formatIsoDate(returnDate)) - Date.parse(formatIsoDate(date))) / DAY_MS + 1);

  return {
    timeZone,
    formatTime,
    formatLongDate,
    formatShortDate,
    formatNumericDate,
    formatIsoDate,
    /** Today as "2026-12-05". */
    get today() {
      return formatIsoDate(new Date().toISOString());
    },
    /** Instant as "sáb., 05/12/2026". */
    formatWeekdayAndNumericDate: (instant: string) =>
      `${format(instant, { weekday: 'short' })}, ${formatNumericDate(instant)}`,
    /** Instant as "05/12/2026, 14:05". */
    formatDateAndTime: (instant: string) => `${formatNumericDate(instant)}, ${formatTime(instant)}`,
    /** Instant as "12/11 às 14:05". */
    formatMoment: (instant: string) =>
      `${format(instant, { day: '2-digit', month: '2-digit' })} às ${formatTime(instant)}`,
    /** Instant as "sáb., 5 de dez., às 14:05". */
    formatDeadline: (instant: string) => `${formatShortDate(instant)}, às ${formatTime(instant)}`,
    /** Instant as "sábado, 5 de dezembro de 2026, às 05:30"; at night with "(madrugada de sexta para sábado)". */
    formatLongMoment: (instant: string) => moments.formatLongMoment(instant, timeZone),
    /** Instant as "novembro de 2026". */
    formatMonthAndYear: (instant: string) => moments.formatMonthAndYear(instant, timeZone),
    /** Month of an instant in upper-case Portuguese, as "DEZEMBRO". */
    formatMonthName: (instant: string) => format(instant, { month: 'long' }).toLocaleUpperCase(LOCALE),
    /** "sáb., 5 de dez." or "sáb., 12 de dez. a dom., 13 de dez.". */
    formatTripDates: (trip: Span) =>
      (daysOf(trip) === 1 ? [trip.date] : [trip.date, trip.returnDate]).map(formatShortDate).join(' a '),
    /** "Bate-volta" or "3 dias". */
    formatDuration: (trip: Span) => (daysOf(trip) === 1 ? 'Bate-volta' : `${daysOf(trip)} dias`),
  };
}

interface Span {
  date: string;
  returnDate: string;
}

export { formatMoney };

/** "R$ 189,00", or "grátis". */
export function formatFarePrice(cents: number): string {
  return cents === 0 ? 'grátis' : formatMoney(cents);
}

/** What an adult pays, and beside it a child. */
export function formatPrices({ priceCents, fares }: Pick<Trip, 'priceCents' | 'fares'>) {
  const { isLowest, child } = pricesBeside(fares);
  return {
    price: `${isLowest ? 'A partir de ' : ''}${formatMoney(priceCents)}`,
    childPrice: child ? `${child.label} ${formatMoney(child.priceCents)}` : '',
  };
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
