import type { Passenger } from '@passeio/contract/boarding/passengers';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import {
  documentTypes,
  minorLabels,
  type Participant,
  type ParticipantField,
  participantFieldLabels,
} from '@passeio/contract/reservations/participants';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import { formatDocumentCpf } from '~/lib/number-formats';

/** The person's name; "Pessoa 2 de Maria Souza" until somebody enters it. */
export function nameOf(passenger: Pick<Passenger, 'name' | 'number' | 'payer'>): string {
  return nameWithPayer(passenger, passenger.payer);
}

/** Fields as in "documento, nascimento e quem acompanha". */
export function fieldsText(missing: readonly ParticipantField[]): string {
  return new Intl.ListFormat('pt-BR').format(missing.map((field) => participantFieldLabels[field]));
}

/** As "Falta: documento e nascimento"; undefined where nothing is missing. */
export function missingText({ missing }: Pick<Participant, 'missing'>): string | undefined {
  return missing.length > 0 ? `Falta: ${fieldsText(missing)}` : undefined;
}

/** As "Menor de 12 anos"; undefined for everybody else. */
export function minorLabel({ minor }: Pick<Participant, 'minor'>): string | undefined {
  return minor ? minorLabels[minor] : undefined;
}

/** Fare and age on departure, as in "Criança · 9 anos". */
export function fareText({ fareLabel, age }: Pick<Participant, 'fareLabel' | 'age'>): string {
  return age === null ? fareLabel : `${fareLabel} · ${plural(age, 'ano')}`;
}

type Documents = Pick<Participant, 'documentType' | 'documentNumber' | 'documentIssuer' | 'cpf' | 'masked'>;

/** As "RG •••678 · SSP/MG · CPF •••725", masked as far as they are; undefined without a number. */
export function documentText({ documentType, documentNumber, documentIssuer, cpf, masked }: Documents) {
  const number = documentNumber ?? masked?.documentNumber;
  const cpfText = cpf ? formatDocumentCpf(cpf) : masked?.cpf;
  const type = documentType === 'cin' ? 'CIN' : documentTypes[documentType];
  const parts = [number && `${type} ${number}`, number && documentIssuer, cpfText && `CPF ${cpfText}`];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** Fare, age and seat, as in "Criança · 9 anos · Poltrona 12". */
export function fareAndSeatText(participant: Pick<Participant, 'fareLabel' | 'age' | 'seat'>): string {
  return [fareText(participant), participant.seat && seatLabel(participant.seat)].filter(Boolean).join(' · ');
}

/** Boarding time and place. */
export function boardingText({ boardingPoint }: Pick<Passenger, 'boardingPoint'>): string {
  return boardingPoint ? `${boardingPoint.time} ${boardingPoint.place}` : 'Embarque a combinar';
}

/** Open money of a reservation, as in "Falta R$ 289,00"; undefined without any. */
export function moneyText({
  dueCents,
  toReturnCents,
}: Pick<Passenger['reservation'], 'dueCents' | 'toReturnCents'>): string | undefined {
  if (toReturnCents > 0) return `A devolver: ${formatMoney(toReturnCents)}`;
  return dueCents > 0 ? `Falta ${formatMoney(dueCents)}` : undefined;
}

/** Who is written to about a participant: they themselves, or else the payer. */
export interface Recipient {
  name: string;
  contact: string;
  isPayer: boolean;
}

export function recipientOf({ name, contact, isPayer, payer }: Passenger): Recipient {
  const isOwn = !isPayer && contact !== null && contact !== payer.contact && name !== '';
  return isOwn ? { name, contact, isPayer: false } : { name: payer.name, contact: payer.contact, isPayer: true };
}
