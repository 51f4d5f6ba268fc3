import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import { extraRulesText } from '@passeio/contract/trips/extra-rules';
import { extraScopes, type TripExtra } from '@passeio/contract/trips/extras';
import { hasOptions, questionKinds, questionScopes } from '@passeio/contract/trips/questions';
import { roomPricings } from '@passeio/contract/trips/room-types';
import { type TripField, tripEntryOf } from '@passeio/contract/trips/trip-table';
import { uncapitalised } from '@passeio/contract/words';
import { formatFare } from '~/features/audit/describe-changes';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { VersionText, versionText } from '~/ui/dialogs/versions-dialog';
import { RichText } from '~/ui/text/rich-text';
import { extraOf } from './extra-rows';
import { fareOf } from './fare-rows';
import {
  type FieldName,
  linesOf,
  type Moment,
  type QuestionRow,
  type RoomTypeRow,
  type TripFields,
} from './trip-fields';

/** A field's value as text for the conflict dialog. */
export function FieldText({ name, fields }: { name: FieldName; fields: TripFields }) {
  if (name === 'description' && fields.description) {
    return <RichText html={fields.description} className={versionText} />;
  }
  return <VersionText lines={linesFor(name, fields)} />;
}

function linesFor(name: FieldName, fields: TripFields): string[] {
  switch (name) {
    case 'date':
    case 'returnDate':
      return [momentText(fields[name])];
    case 'fares':
      return fields.fares.map((row) => formatFare(fareOf(row)));
    case 'extras':
      return fields.extras.map((row) => extraText(extraOf(row)));
    case 'roomTypes':
      return fields.roomTypes.map(roomTypeText);
    case 'balanceDueHours':
      return [fields.balanceDueHours ? `${fields.balanceDueHours} horas antes da saída` : 'O padrão'];
    case 'paymentPlan':
      return [fields.paymentPlan.instalments ? `Até ${fields.paymentPlan.instalments}` : 'Sem parcelas'];
    case 'boardingPoints':
      return fields.boardingPoints.map(({ time, place, address }) => [time, place, address].join(' ').trim());
    case 'itinerary':
      return fields.itinerary.map(({ day, time, text }) => `Dia ${day}, ${time || 'sem horário'}: ${text}`);
    case 'questions':
      return fields.questions.map(questionText);
    case 'faq':
      return fields.faq.map(({ question, answer }) => `${question} ${answer}`);
    case 'cancellationTiers':
      return cancellationTexts(
        fields.cancellationTiers.map(({ hours, penalty }) => ({
          minHoursBefore: Number(hours),
          penaltyPercent: Number(penalty),
        })),
      );
    case 'vehicleIds':
      return [vehiclesText(fields.vehicleIds.length)];
    case 'isActive':
      return [fields.isActive ? 'No portal' : 'Fora do portal'];
    default:
      return simpleLines(name, fields[name]);
  }
}

function simpleLines(name: TripField, value: string | boolean): string[] {
  const { kind, unit = '', choices } = tripEntryOf(name).input;
  const text = String(value);
  switch (kind) {
    case 'switch':
      return [value ? 'Sim' : 'Não'];
    case 'day':
      return [dayText(text)];
    case 'choice':
      return [choices?.[text] ?? text];
    default:
      return `${text}${unit}`.split('\n');
  }
}

function extraText({ label, priceCents, per, ...extra }: TripExtra): string {
  const range = extra.maxQuantity > 1 ? `de ${extra.minQuantity} a ${extra.maxQuantity}` : '';
  return [
    `${label}: ${formatMoney(priceCents)} ${extraScopes[per].toLocaleLowerCase('pt-BR')}`,
    range,
    extra.stock === null ? 'sem limite' : `estoque ${extra.stock}`,
    extra.soldUntilHours > 0 ? `até ${extra.soldUntilHours} h antes` : '',
    extra.refundable ? '' : 'sem devolução',
    uncapitalised(extraRulesText({ ...extra, per })),
    extra.description,
  ]
    .filter(Boolean)
    .join(' · ');
}

function roomTypeText({ label, places, count, priceCents, emptyBedCents, per }: RoomTypeRow): string {
  const prices = `R$ ${priceCents || '0'} por pessoa, R$ ${emptyBedCents || '0'} por cama vazia`;
  return `${label}: ${count} para ${places} · ${prices} · ${uncapitalised(roomPricings[per])}`;
}

function questionText({ label, kind, per, isRequired, sensitivity, options }: QuestionRow): string {
  const facts = [questionKinds[kind], questionScopes[per].toLocaleLowerCase('pt-BR')];
  if (isRequired) facts.push('obrigatória');
  if (sensitivity === 'sensitive') facts.push('sobre saúde');
  return [`${label} ${facts.join(', ')}`, hasOptions(kind) ? linesOf(options).join(', ') : '']
    .filter(Boolean)
    .join(' · ');
}

function vehiclesText(count: number): string {
  if (count === 0) return 'Sem mapa: só o número de vagas';
  return count === 1 ? '1 veículo com mapa' : `${count} veículos com mapa`;
}

function momentText({ day, time }: Moment): string {
  return [dayText(day), time].filter(Boolean).join(', ');
}

function dayText(day: string): string {
  return day && formatCalendarDate(day);
}
