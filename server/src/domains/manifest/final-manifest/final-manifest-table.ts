import type { ManifestLayout } from '@passeio/contract/boarding/antt-list';
import type { FinalManifestContent, FinalManifestPassenger } from '@passeio/contract/boarding/final-manifest';
import { formatDay } from '@passeio/contract/format-moments';
import { type DocumentType, documentTypes } from '@passeio/contract/reservations/participants';
import type { Cell, Table } from '../../../platform/spreadsheets/spreadsheets.ts';

// Widths in characters.
const columns = [
  { header: 'Nº', width: 5 },
  { header: 'Nome completo', width: 40 },
  { header: 'Documento', width: 24 },
  { header: 'Órgão emissor', width: 14 },
  { header: 'Nascimento', width: 12 },
  { header: 'Menor de idade', width: 34 },
  { header: 'Ponto de embarque', width: 40 },
];

const seatColumn = { header: 'Poltrona', width: 12 };

/** What ANTT asks for, a column each; of a person's birth date it asks for minors. */
const anttColumns = [
  { header: 'Nº', width: 5 },
  { header: 'Nome completo', width: 40 },
  { header: 'Tipo de documento', width: 22 },
  { header: 'Número do documento', width: 24 },
  { header: 'Órgão emissor', width: 18 },
  { header: 'Nascimento (menor)', width: 14 },
  { header: 'Acompanhante (menor)', width: 34 },
];

/** A frozen list as a table of a spreadsheet. */
export function tableInLayout({ content, layout }: { content: FinalManifestContent; layout: ManifestLayout }): Table {
  return layout === 'antt' ? anttTable(content) : finalManifestTable(content);
}

function anttTable({ passengers }: FinalManifestContent): Table {
  return { sheet: 'ANTT', columns: anttColumns, rows: passengers.map((one, index) => anttCellsOf(one, index + 1)) };
}

function anttCellsOf(one: FinalManifestPassenger, number: number): Cell[] {
  return [
    { number },
    { text: one.name },
    { text: one.documentNumber ? kindOf(one.documentType) : '' },
    { text: one.documentNumber ?? '' },
    { text: one.documentIssuer ?? '' },
    one.isMinor && one.birthdate ? { date: one.birthdate } : { text: '' },
    { text: one.isMinor ? (one.companion ?? '') : '' },
  ];
}

/** The last column says seats, if anybody had one when it was closed. */
function finalManifestTable({ passengers }: FinalManifestContent): Table {
  const hasSeats = passengers.some(({ seat }) => seat !== undefined);
  return {
    sheet: 'Passageiros',
    columns: hasSeats ? [...columns, seatColumn] : columns,
    rows: passengers.map((one, index) => [...cellsOf(one, index + 1), ...(hasSeats ? [{ text: one.seat ?? '' }] : [])]),
  };
}

function cellsOf(one: FinalManifestPassenger, number: number): Cell[] {
  return [
    { number },
    { text: one.name },
    // Prefixed with the kind of document, so that spreadsheets keep leading zeros.
    { text: one.documentNumber ? `${kindOf(one.documentType)} ${one.documentNumber}` : '' },
    { text: one.documentIssuer ?? '' },
    one.birthdate ? { date: one.birthdate } : { text: '' },
    { text: minorText(one) },
    { text: one.boarding },
  ];
}

function minorText({ isMinor, companion }: FinalManifestPassenger): string {
  if (!isMinor) return '';
  return companion ? `Menor, com ${companion}` : 'Menor';
}

function kindOf(type: DocumentType): string {
  return type === 'cin' ? 'CIN' : documentTypes[type];
}

/** What a list says above its people, as label and value; what is not known is left out. */
export function finalManifestFacts({
  operator,
  trip,
  details,
}: FinalManifestContent): [label: string, value: string][] {
  const facts: [string, string][] = [
    [
      'Operadora',
      [operator.legalName || operator.name, operator.cnpj && `CNPJ ${operator.cnpj}`].filter(Boolean).join(' – '),
    ],
    ['CADASTUR', operator.cadastur],
    ['Telefone', operator.phone],
    ['Serviço', trip.interstate ? 'Fretamento turístico interestadual' : 'Fretamento turístico'],
    ['Passeio', trip.title],
    ['Origem', details.origin],
    ['Destino', details.destination],
    ['Saída', momentText(trip.departure)],
    ['Volta', momentText(trip.return)],
    ['Veículo', [trip.vehicle, details.plate && `placa ${plateText(details.plate)}`].filter(Boolean).join(', ')],
    ['Motorista', details.driver],
    ['Guia', details.guide],
  ];
  return facts.filter(([, value]) => value !== '');
}

function momentText({ date, time }: { date: string; time: string }): string {
  return `${formatDay(date)}, ${time}`;
}

// Old plates are written with a hyphen, those of Mercosul without.
function plateText(plate: string): string {
  return /^[A-Z]{3}\d{4}$/.test(plate) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : plate;
}
