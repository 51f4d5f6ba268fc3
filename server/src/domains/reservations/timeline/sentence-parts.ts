import { dayAndTime } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { TimelineSide } from '@passeio/contract/reservations/timeline';
import { plural } from '@passeio/contract/words';
import type { Changes } from '../../../platform/audit/audit.ts';

/** An audit entry, to be described. */
export interface Entry {
  who: TimelineSide;
  changes: Changes;
  timeZone: string;
}

/** What the payer reads of an entry. */
interface EntryText {
  sentence: string;
  details?: (string | undefined)[];
}

/** Null: the payer does not see it. Entries are never changed: older ones may lack fields. */
export type Describe = (entry: Entry) => EntryText | null;

/** A sentence of the payer's act, or of anybody else's. */
export function byWhom({ who }: Entry, payer: string, others: string): string {
  return who === 'payer' ? payer : others;
}

/** A text after the change; empty without one. */
export function textAfter({ changes }: Entry, field: string): string {
  const value = changes[field]?.[1];
  return typeof value === 'string' ? value : '';
}

/** A number after the change; undefined without one. */
export function numberAfter({ changes }: Entry, field: string): number | undefined {
  const value = changes[field]?.[1];
  return typeof value === 'number' ? value : undefined;
}

/** Centavos after the change as "R$ 86,70"; empty without them. */
export function moneyAfter(entry: Entry, field: string): string {
  const cents = numberAfter(entry, field);
  return cents === undefined ? '' : moneyText(cents);
}

/** " de R$ 86,70"; empty without an amount. */
export function ofMoney(entry: Entry, field = 'amountCents'): string {
  const money = moneyAfter(entry, field);
  return money && ` de ${money}`;
}

/** "para 3 pessoas"; empty where an older entry does not say. */
export function forPeople(entry: Entry): string {
  const people = numberAfter(entry, 'people');
  if (people === undefined) return '';
  return ` para ${plural(people, 'pessoa')}`;
}

/**
 * Until when there was to pay, as it was said then: the places may be held longer since, for a receipt or the review of
 * a card. Undefined without a deadline.
 */
export function deadlineLine(entry: Entry): string | undefined {
  const deadline = textAfter(entry, 'holdExpiresAt');
  return deadline ? `Prazo para pagar: ${dayAndTime(new Date(deadline), entry.timeZone)}` : undefined;
}

/** Until when the operator answers a request. */
export function answerLine(entry: Entry, field = 'holdExpiresAt'): string | undefined {
  const deadline = textAfter(entry, field);
  return deadline ? `Respondemos até ${dayAndTime(new Date(deadline), entry.timeZone)}` : undefined;
}

/** A changed total; undefined where it stays. */
export function totalLine({ changes }: Entry): string | undefined {
  const [before, after] = changes.totalCents ?? [];
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  return `O valor total passou de ${moneyText(before)} para ${moneyText(after)}`;
}

const consequences: Record<string, string> = {
  'held booked': 'A sua reserva está confirmada',
  'expired booked': 'A sua reserva voltou a valer e está confirmada',
  'expired held': 'A sua reserva voltou a valer',
  'booked held': 'A reserva voltou a aguardar o sinal',
};

/** What the change means for the reservation; undefined where its state stays. */
export function stateLine({ changes }: Entry): string | undefined {
  return consequences[(changes.state ?? []).join(' ')];
}

/** A line of an amount; undefined without one, or of nothing. */
export function moneyLine(entry: Entry, label: string, field: string): string | undefined {
  return numberAfter(entry, field) ? `${label}: ${moneyAfter(entry, field)}` : undefined;
}

/** A line of a text; undefined without one. */
export function textLine(entry: Entry, label: string, field: string): string | undefined {
  const text = textAfter(entry, field);
  return text ? `${label}: ${text}` : undefined;
}
