import { moneyText } from '@passeio/contract/money';
import type { TimelineSide } from '@passeio/contract/timeline';
import { plural } from '@passeio/contract/words';
import type { Changes } from '../../../platform/audit/audit.ts';
import { dayAndTime } from '../operator-time.ts';

/** An audit entry as it is told to the payer. */
export interface Told {
  who: TimelineSide;
  changes: Changes;
  timeZone: string;
}

/** What the payer reads of an entry. */
interface Words {
  sentence: string;
  details?: (string | undefined)[];
}

/** Null: the payer does not see it. Entries are never changed: older ones may lack fields. */
export type Tell = (told: Told) => Words | null;

/** A sentence of the payer's deed, or of anybody else's. */
export function byWhom({ who }: Told, payer: string, others: string): string {
  return who === 'payer' ? payer : others;
}

/** A text after the change; empty without one. */
export function textAfter({ changes }: Told, field: string): string {
  const value = changes[field]?.[1];
  return typeof value === 'string' ? value : '';
}

/** A number after the change; undefined without one. */
export function numberAfter({ changes }: Told, field: string): number | undefined {
  const value = changes[field]?.[1];
  return typeof value === 'number' ? value : undefined;
}

/** Centavos after the change as "R$ 86,70"; empty without them. */
export function moneyAfter(told: Told, field: string): string {
  const cents = numberAfter(told, field);
  return cents === undefined ? '' : moneyText(cents);
}

/** " de R$ 86,70"; empty without an amount. */
export function ofMoney(told: Told, field = 'amountCents'): string {
  const money = moneyAfter(told, field);
  return money && ` de ${money}`;
}

/** "para 3 pessoas"; empty where an older entry does not say. */
export function forPeople(told: Told): string {
  const people = numberAfter(told, 'people');
  if (people === undefined) return '';
  return ` para ${plural(people, 'pessoa')}`;
}

/** Until when places are kept; undefined without a deadline. */
export function deadlineLine(told: Told): string | undefined {
  const deadline = textAfter(told, 'holdExpiresAt');
  return deadline ? `Guardamos as vagas até ${dayAndTime(new Date(deadline), told.timeZone)}` : undefined;
}

/** Until when the operator answers a request. */
export function answerLine(told: Told, field = 'holdExpiresAt'): string | undefined {
  const deadline = textAfter(told, field);
  return deadline ? `Respondemos até ${dayAndTime(new Date(deadline), told.timeZone)}` : undefined;
}

/** A changed total; undefined where it stays. */
export function totalLine({ changes }: Told): string | undefined {
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
export function stateLine({ changes }: Told): string | undefined {
  return consequences[(changes.state ?? []).join(' ')];
}

/** A line of an amount; undefined without one, or of nothing. */
export function moneyLine(told: Told, label: string, field: string): string | undefined {
  return numberAfter(told, field) ? `${label}: ${moneyAfter(told, field)}` : undefined;
}

/** A line of a text; undefined without one. */
export function textLine(told: Told, label: string, field: string): string | undefined {
  const text = textAfter(told, field);
  return text ? `${label}: ${text}` : undefined;
}
