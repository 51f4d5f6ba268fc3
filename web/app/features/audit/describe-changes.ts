import type { AuditEntry } from '@passeio/contract/audit';
import { agesLabel } from '@passeio/contract/fare-labels';
import { leadText } from '@passeio/contract/reservations/cancellation-texts';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import { questionKinds, type TripQuestion } from '@passeio/contract/trips/questions';
import { type RoomType, roomPricings } from '@passeio/contract/trips/room-types';
import { type Formats, formatCalendarDate, formatFarePrice, formatMoney } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { timeZoneLabel } from '~/lib/time-zone-choices';
import { fieldLabels, valueLabels } from './field-labels';

/** A changed field as text; empty where there was or is no value. */
export interface FieldChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** Formats the changes of an entry about a subject. */
export function describeChanges(
  changes: Record<string, [unknown, unknown]>,
  formats: Formats,
  subject: AuditEntry['subject']['type'],
): FieldChange[] {
  // Amounts that the reader may not see are null on both sides.
  const seen = Object.entries(changes).filter(([, values]) => values.some((value) => value !== null));
  const fields = seen.map(([name, [before, after]]) => {
    // The operator's state is one of the country.
    const field = name === 'state' && subject === 'reservation' ? 'reservationState' : name;
    return {
      field,
      label: fieldLabels[field] ?? field,
      before: formatValue(field, before, formats),
      after: formatValue(field, after, formats),
    };
  });
  return fields.toSorted((a, b) => placeOf(a.field) - placeOf(b.field));
}

/** JSON from the database is unordered: fields are sorted like the labels, as in the forms. */
const places = Object.keys(fieldLabels);
function placeOf(field: string): number {
  const place = places.indexOf(field);
  return place === -1 ? places.length : place;
}

function formatValue(field: string, value: unknown, formats: Formats): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item, formats)).join('\n');
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'number') return field.endsWith('Cents') ? formatMoney(value) : value.toLocaleString('pt-BR');
  if (typeof value === 'object') return formatPart(value as Record<string, unknown>);
  return formatText(field, String(value), formats);
}

function formatText(field: string, text: string, formats: Formats): string {
  if (field === 'logo') return 'Uma imagem';
  if (field === 'timeZone') return timeZoneLabel(text);
  const label = valueLabels[field]?.[text];
  if (label) return label;
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formats.formatDateAndTime(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatCalendarDate(text);
  if (/^\+55\d{10,11}$/.test(text)) return formatContact(text);
  return field === 'description' || field.endsWith('Html') ? withoutTags(text) : text;
}

/** Formats a fare, room type, boarding point, ad, itinerary step, question, payment plan, cancellation tier or picture. */
function formatPart(part: Record<string, unknown>): string {
  const { place, text, minHoursBefore, penaltyPercent, alt, isCardImg } = part;
  const time = part.time ? `${part.time} ` : '';
  if (part.takesPlace !== undefined) return formatFare(part as Fare);
  if (part.soldUntilHours !== undefined) return formatExtra(part as unknown as TripExtra);
  if (part.emptyBedCents !== undefined) return formatRoomType(part as unknown as RoomType);
  if (part.lastDueDaysBefore !== undefined)
    return `até ${part.instalments}, a última ${part.lastDueDaysBefore} dias antes da saída`;
  if (place !== undefined) return `${time}${place}${part.address ? `, ${part.address}` : ''}`;
  if (part.sensitivity !== undefined) return formatQuestion(part as unknown as TripQuestion);
  if (part.source !== undefined) return `${part.source}: ${formatMoney(Number(part.cents ?? Number.NaN))}`;
  if (part.question !== undefined) return `${part.question} ${part.answer}`;
  if (text !== undefined) return `${part.day}º dia: ${time}${text}`;
  if (penaltyPercent !== undefined) return `${penaltyPercent}% a partir de ${leadText(Number(minHoursBefore))} antes`;
  if (alt !== undefined) return `${alt || 'Foto sem descrição'}${isCardImg ? ' (capa)' : ''}`;
  return JSON.stringify(part);
}

function formatExtra({ label, priceCents, per, stock }: TripExtra): string {
  const price = priceCents === 0 ? 'grátis' : formatMoney(priceCents);
  const scope = per === 'participant' ? 'por pessoa' : 'por reserva';
  return `${label}: ${price} ${scope}${stock === null ? '' : `, estoque ${stock}`}`;
}

function formatRoomType({ label, places, count, priceCents, per }: RoomType): string {
  const price = priceCents === 0 ? 'sem acréscimo' : `${formatMoney(priceCents)} por pessoa`;
  return `${label}: ${count} para ${places}, ${price} ${roomPricings[per].toLocaleLowerCase('pt-BR')}`;
}

function formatQuestion({ label, kind, options, isRequired }: TripQuestion): string {
  const how = [questionKinds[kind], options.join(', ')].filter(Boolean).join(': ').toLowerCase();
  return `${label} (${how}${isRequired ? '; obrigatória' : ''})`;
}

function withoutTags(html: string): string {
  return html
    .replace(/<(br|\/p|\/li|\/h\d)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

/** A fare in one line, as in "Criança, de 6 a 12 anos: R$ 129,00 (só para a equipe)". */
export function formatFare(fare: Omit<Fare, 'id'>): string {
  const who = [fare.label, agesLabel(fare)].filter(Boolean).join(', ');
  const remarks = [!fare.takesPlace && 'não ocupa vaga', fare.audience === 'staff' && 'só para a equipe'].filter(
    Boolean,
  );
  return `${who}: ${formatFarePrice(fare.priceCents)}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
}
