import { formatDay } from '@passeio/contract/format-moments';
import { documentTypes } from '@passeio/contract/reservations/participants';
import { AUTHORIZATION_AGE } from '@passeio/contract/reservations/travel-authorization';
import { ageOnDeparture } from '@passeio/contract/trips/fare-ages';
import type { Content, createPdf } from 'pdfmake';
import { maskDocument } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import type { ParticipantKey } from '../participants/change-participant.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { findAuthorization } from '../reservation/travel-authorization.ts';

const INK = '#14202a';
const QUIET = '#55636d';
const BLANK = '_'.repeat(34);

/** The input of the worker thread; what is not known is empty, and a line to write on. */
export interface AuthorizationForm {
  code: string;
  child: { name: string; birthdate: string; document: string };
  /** The adult with their document; null for a child who travels alone. */
  adult: string | null;
  trip: { title: string; departure: string; return: string; operator: string };
  validUntil: string | null;
}

/** The authorisation of a participant under 16, to be drawn, for payer and staff. */
export async function readForm(
  db: Database,
  caller: Caller,
  { reservationId, participantId }: ParticipantKey,
): Promise<AuthorizationForm> {
  const row = await findReservation(db, reservationId);
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const [people, brand, said] = await Promise.all([
    listParticipants(db, [row.id], timeZone),
    readBrand(db),
    findAuthorization(db, participantId),
  ]);
  const child = people.find(({ id }) => id === participantId.toLowerCase());
  if (!child) throw new AppError('PARTICIPANT_NOT_FOUND');
  const age = child.birthdate ? ageOnDeparture(child.birthdate, row.departs_at, timeZone) : AUTHORIZATION_AGE;
  if (age >= AUTHORIZATION_AGE) throw new AppError('AUTHORIZATION_NOT_NEEDED');
  const adult = people.find(({ id }) => id === child.companion_id);
  const dayOf = (at: Date) => at.toLocaleDateString('pt-BR', { timeZone });
  const isHidden = isStaff(caller) && !hasPermission(caller, 'see_documents');
  return {
    code: row.code,
    child: {
      name: child.name,
      birthdate: child.birthdate ? formatDay(child.birthdate) : '',
      document: documentOf(child, isHidden),
    },
    adult: adult ? [adult.name || BLANK, documentOf(adult, isHidden)].filter(Boolean).join(', ') : null,
    trip: {
      title: row.title,
      departure: dayOf(row.departs_at),
      return: dayOf(row.returns_at),
      operator: [brand.legalName || brand.name, brand.cnpj && `CNPJ ${brand.cnpj}`].filter(Boolean).join(', '),
    },
    validUntil: said?.valid_until ? formatDay(said.valid_until) : null,
  };
}

function documentOf({ document_type, document_number, document_issuer }: ParticipantRow, isHidden: boolean): string {
  if (!document_number) return '';
  const number = isHidden ? maskDocument(document_number) : document_number;
  return `${documentTypes[document_type]} ${[number, document_issuer].filter(Boolean).join(' ')}`;
}

/** The form on one A4 page. */
export const formAsPdf = drawnInThread(import.meta.url, 'formAsPdf', drawForm);

async function drawForm(form: AuthorizationForm): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return (await pdfmake.createPdf(document(form)).getBuffer()) as Buffer;
}

function document({ code, child, adult, trip, validUntil }: AuthorizationForm): Parameters<typeof createPdf>[0] {
  const company = adult ? `na companhia de ${adult},` : 'desacompanhado(a),';
  const validity = validUntil
    ? `Esta autorização é válida até ${validUntil}.`
    : 'Esta autorização é válida por dois anos a partir da data abaixo.';
  return {
    info: { title: `Autorização de viagem ${code}`, author: trip.operator },
    language: 'pt-BR',
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 64],
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.35, color: INK },
    content: [
      { text: 'Autorização de viagem nacional', fontSize: 18, bold: true },
      {
        text: 'Menor de 16 anos sem mãe, pai ou responsável. Resolução CNJ nº 295/2019.',
        color: QUIET,
        margin: [0, 2, 0, 18],
      },
      { text: 'Eu, abaixo assinado(a),', margin: [0, 0, 0, 6] },
      ...lines([
        ['Nome', ''],
        ['Documento e órgão emissor', ''],
        ['CPF', ''],
        ['Telefone', ''],
        ['Endereço', ''],
      ]),
      {
        text: 'na qualidade de  (   ) mãe   (   ) pai   (   ) responsável legal (guarda ou tutela), autorizo a viagem de',
        margin: [0, 8, 0, 8],
      },
      ...lines([
        ['Nome', child.name],
        ['Nascimento', child.birthdate],
        ['Documento', child.document],
      ]),
      {
        text: `dentro do território nacional, ${company} no passeio “${trip.title}”, com saída em ${trip.departure} e volta em ${trip.return}, organizado por ${trip.operator}.`,
        margin: [0, 8, 0, 10],
      },
      { text: validity, bold: true, margin: [0, 0, 0, 26] },
      { text: `Local e data: ${BLANK}, ____ / ____ / ________`, margin: [0, 0, 0, 44] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 340, y2: 0, lineWidth: 0.8, lineColor: INK }] },
      { text: 'Assinatura da mãe, do pai ou do responsável legal', margin: [0, 4, 0, 0] },
      {
        text: 'Reconheça a firma em cartório, por semelhança ou autenticidade. No embarque, leve o original e o documento de quem viaja.',
        color: QUIET,
        fontSize: 10,
        margin: [0, 18, 0, 0],
      },
    ],
    footer: { text: `Reserva ${code}`, alignment: 'center', fontSize: 8.5, color: QUIET, margin: [56, 20, 56, 0] },
  };
}

/** A label and its value, or a line to write on. */
function lines(facts: [label: string, value: string][]): Content[] {
  return facts.map(([label, value]) => ({
    columns: [
      { width: 150, text: label, color: QUIET },
      value
        ? { width: '*', text: value, bold: true }
        : { width: '*', canvas: [{ type: 'line', x1: 0, y1: 13, x2: 320, y2: 13, lineWidth: 0.5, lineColor: QUIET }] },
    ],
    margin: [0, 2, 0, 2],
  }));
}
