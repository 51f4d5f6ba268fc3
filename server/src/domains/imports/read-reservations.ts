import { participantDraft } from '@passeio/contract/reservations/participants';
import { suspiciousName } from '@passeio/contract/users/names';
import type { GuestPerson } from '@passeio/contract/users/users';
import { guestPerson } from '@passeio/contract/users/users';
import { parseDay, plainText } from '../../platform/spreadsheets/written-values.ts';
import { cpfText, isNameless, nameText, phoneText, readNames, splitNames } from './cell-texts.ts';
import { readBirthdate, readEmail, readFullName } from './clients.ts';
import { inTurns } from './plan.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

const { name, contact, cpf, rg, emitter, birthdate } = guestPerson.shape;

/** Somebody who travels, as a row says; without a name a place is taken for them. */
export interface WrittenPerson {
  row: WrittenRow;
  name: string;
  cpf?: string | undefined;
  birthdate?: string | undefined;
  age?: number | undefined;
  document?: string | undefined;
  issuer?: string | undefined;
  fare: string;
  boarding: string;
}

/** The rows of one reservation. */
export interface WrittenReservation {
  rows: WrittenRow[];
  code: string;
  trip: string;
  day: string | undefined;
  payer: Omit<GuestPerson, 'contact'> & { contact: string | undefined };
  people: WrittenPerson[];
  status: 'booked' | 'held';
}

/**
 * Rows of the same code, or of the same payer on the same trip, are one reservation; so are rows right below that name
 * neither, because cells are merged or nobody repeats them.
 */
export function readReservations(sheet: ImportSheet): Promise<WrittenReservation[]> {
  const rows = sheet.rows.filter(({ isIgnored }) => !isIgnored);
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    if (above) continueRow(sheet, row, above);
  }
  const groups = groupRows(rows.filter(isWanted));
  return inTurns(groups, (group) => readReservation(group));
}

const TRIP = ['trip', 'day'];
const OF_RESERVATION = ['code', 'payer', 'payerContact', 'payerEmail', 'payerCpf', 'boarding', 'status'];
const OF_PERSON = ['name', 'fare', 'people', 'companions'];

// A row continues the one above where cells are merged, or right below it if it is of a person.
function continueRow(sheet: ImportSheet, row: WrittenRow, above: WrittenRow): void {
  const fields = [...TRIP, ...OF_RESERVATION];
  const merged = fields.filter((field) => row.isMerged(field));
  const isBelow = row.line === above.line + 1;
  const isPerson = OF_PERSON.some((field) => row.text(field)) || row.text('payer') !== '';
  const isOfReservation = ['code', 'payer'].every((field) => !row.text(field));
  const hasTrip = TRIP.some((field) => row.text(field));
  if (isBelow && isPerson && !hasTrip) row.continue(above, isOfReservation ? fields : TRIP);
  else if (isBelow && isPerson && isOfReservation) row.continue(above, OF_RESERVATION);
  else if (merged.length > 0) row.continue(above, merged);
  if (isBelow && !isOfReservation && isWithoutPhone(sheet, row) && goesWithAbove(sheet, row))
    row.accompany(above, [...TRIP, ...OF_RESERVATION]);
}

/** In a list of people, of whom each may pay: nobody can be asked to pay without a telephone. */
function isWithoutPhone(sheet: ImportSheet, row: WrittenRow): boolean {
  const isListOfPeople = sheet.columnsOf('name').length === 0 && sheet.columnsOf('payerContact').length > 0;
  return isListOfPeople && !['code', 'payerContact', 'payerEmail', 'payerCpf'].some((field) => row.text(field));
}

function goesWithAbove(sheet: ImportSheet, row: WrittenRow): boolean {
  const question = {
    key: 'companions',
    text: 'Quem não tem telefone na lista vai na reserva da pessoa de cima?',
    choices: [
      { value: 'above', label: 'Sim, na reserva da pessoa de cima' },
      { value: 'none', label: 'Não: vou escrever os telefones' },
    ],
  };
  return sheet.ask(question, row.line) === 'above';
}

const states = {
  ...Object.fromEntries(
    [
      ...['confirmada', 'confirmado', 'reserva confirmada', 'paga', 'pago', 'quitada', 'quitado', 'ok', 'sim', 'ativa'],
      ...['ativo', 'fechada', 'fechado', 'vai', 'vendida', 'vendido', 'emitida', 'emitido', 'cortesia'],
    ].map((word) => [word, 'booked' as const]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'pendente',
        'aguardando',
        'aguardando pagamento',
        'aguardando sinal',
        'aguardando pix',
        'guardada',
        'a pagar',
      ],
      ...['pre reserva', 'pre reservada', 'a confirmar', 'sem sinal', 'em aberto', 'pagamento pendente', 'falta pagar'],
    ].map((word) => [word, 'held' as const]),
  ),
  ...Object.fromEntries(
    [
      ...['cancelada', 'cancelado', 'reserva cancelada', 'cancelou', 'cancelada pelo cliente', 'desistiu', 'expirada'],
      ...['desistencia', 'desistente', 'expirado'],
    ].map((word) => [word, 'over' as const]),
  ),
};

/** What a row's word for its state means; an unknown one is asked for, once in a file. */
function readStatus(row: WrittenRow): 'booked' | 'held' | 'over' | undefined {
  const text = row.text('status');
  if (!text) return 'booked';
  const known = states[plainText(text)];
  return (
    known ??
    (row.meaningOf('status', text, [
      ['booked', 'Confirmada'],
      ['held', 'Aguardando pagamento'],
      ['over', 'Fica de fora'],
    ]) as 'booked' | 'held' | 'over' | undefined)
  );
}

function isWanted(row: WrittenRow): boolean {
  if (readStatus(row) === 'over') row.ignore(`“${row.text('status')}”: fica de fora.`);
  return !row.isIgnored;
}

interface Group {
  phone: string;
  rows: WrittenRow[];
}

/** One payer has one reservation on a trip, however the telephone is written, and whether or not each row repeats it. */
function groupRows(rows: readonly WrittenRow[]): WrittenRow[][] {
  const groups = new Map<string, Group[]>();
  for (const row of rows) {
    const code = row.text('code').toUpperCase();
    const key = code || keyOf(row);
    const phone = phoneKey(row);
    const alike = groups.get(key) ?? [];
    const group = alike.findLast((one) => code || one.phone === phone || !one.phone || !phone || isGuest(row, one));
    if (group) {
      group.rows.push(row);
      group.phone ||= phone;
    } else groups.set(key, [...alike, { phone, rows: [row] }]);
  }
  return [...groups.values()].flat().map((group) => group.rows);
}

function keyOf(row: WrittenRow): string {
  const day = row.text('day');
  const parts = [row.text('trip'), parseDay(day) ?? day, readNames(row.text('payer')).name, row.text('payerCpf')];
  return parts.map(plainText).join('|');
}

/** The number without country, area and ninth digit, which not every row repeats. */
const phoneKey = (row: WrittenRow) => phoneText(row.text('payerContact')).replace(/\D/g, '').slice(-8);

// Their own telephone is beside a passenger whose payer is in another row.
function isGuest(row: WrittenRow, { rows }: Group): boolean {
  const isPayers = (one: WrittenRow) => plainText(one.text('name')) === plainText(one.text('payer'));
  return row.text('name') !== '' && !isPayers(row) && rows.some(isPayers);
}

function readReservation(rows: WrittenRow[]): WrittenReservation {
  const [first] = rows as [WrittenRow];
  const payer = readPayer(rows);
  const people = readPeople(rows, payer.name);
  const status = rows.some((row) => readStatus(row) === 'held') ? 'held' : 'booked';
  const code = first.text('code').toUpperCase();
  return { rows, code, trip: first.text('trip'), day: first.day('day'), payer, people, status };
}

function readPayer(rows: WrittenRow[]): WrittenReservation['payer'] {
  const [first] = rows as [WrittenRow];
  const isPayers = (row: WrittenRow) =>
    !row.text('name') || plainText(row.text('name')) === plainText(first.text('payer'));
  const own = rows.find(isPayers);
  const reached =
    rows.find((row) => isPayers(row) && row.text('payerContact')) ?? rows.find((row) => row.text('payerContact'));
  // What stands beside the name is warned of where people are read.
  const written = {
    name: readFullName(first, 'payer', name) ?? '',
    contact: reached?.phone('payerContact', contact),
    email: readEmail(first, 'payerEmail'),
    cpf: first.checked('payerCpf', cpf, { write: cpfText, isOptional: true }),
  };
  // What the row of the payer as a passenger says is theirs.
  const documents = own && {
    ...{
      cpf: written.cpf ?? own.checked('cpf', cpf, { write: cpfText, isOptional: true }),
      birthdate: readBirthdate(own, birthdate),
    },
    ...{
      rg: own.checked('document', rg, { isOptional: true }),
      emitter: own.checked('issuer', emitter, { isOptional: true }),
    },
  };
  const all = { ...written, ...documents };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
  return { ...given, name: all.name, contact: all.contact };
}

const MAX_PEOPLE = 60;

/** Who travels: the passengers of the rows, companions of a cell, and as many without a name as a number says. */
function readPeople(rows: WrittenRow[], payer: string): WrittenPerson[] {
  const [first] = rows as [WrittenRow];
  const isListOfPeople = first.sheet.columnsOf('name').length === 0;
  const people = (isListOfPeople ? rows.slice(1) : rows).flatMap((row) => readTravellers(row, row !== first));
  // Without a passenger the payer travels.
  if (people.length === 0 || isListOfPeople) {
    const { others, more } = readNames(first.text('payer'));
    people.unshift({ ...travellerOf(first), name: payer }, ...othersOf(first, 'payer', others, more));
  }
  for (const row of rows) {
    const names = row.cellsOf('companions').flatMap(({ text }) => splitNames(text));
    people.push(...names.map((one) => otherOf(row, one)));
  }
  const counted = rows.find((row) => row.cellsOf('people').length > 0);
  if (!counted) return people;
  const numbers = counted.cellsOf('people').map(({ text: number, column }) => ({
    number: counted.numberOf('people', number, MAX_PEOPLE) ?? 0,
    isOfChildren: /crianc|menor|infan/.test(plainText(counted.sheet.headerOf(column))),
  }));
  const count = numbers.reduce((sum, { number }) => sum + number, 0);
  const children = numbers.reduce((sum, { number, isOfChildren }) => sum + (isOfChildren ? number : 0), 0);
  const missing = count - people.length;
  if (missing < 0) first.warn('people', `A planilha diz ${count}, mas nomeia ${people.length} pessoas: entram todas.`);
  if (missing > 0) first.warn('people', `Sem nome ainda: ${missing} de ${count} pessoas.`);
  const nameless = Array.from({ length: Math.max(missing, 0) }, (_, at) => ({
    ...otherOf(first, ''),
    fare: at >= missing - children ? 'Criança' : '',
  }));
  return [...people, ...nameless];
}

function readTravellers(row: WrittenRow, isFurther: boolean): WrittenPerson[] {
  const text = row.text('name');
  if (!text) {
    // A fare is somebody's; a further row without a passenger is one more payment.
    if (row.text('fare')) return [travellerOf(row)];
    if (!row.text('paid') && isFurther && row.cellsOf('companions').length === 0)
      row.refuse('name', 'Passageiro: preencha este campo.');
    return [];
  }
  if (isNameless(text)) {
    row.warn('name', 'Sem nome ainda: ocupa um lugar.');
    return [travellerOf(row)];
  }
  const { name: first, others, more, age } = readNames(text);
  const doubt = suspiciousName(first);
  if (age !== undefined) row.warn('name', `${age} anos: vale a tarifa desta idade. Falta a data de nascimento.`);
  if (doubt) row.warn('name', doubt);
  const checked = row.checkedText('name', first, participantDraft.shape.name, { write: nameText }) ?? '';
  return [{ ...travellerOf(row), name: checked, age }, ...othersOf(row, 'name', others, more)];
}

function othersOf(row: WrittenRow, field: string, others: readonly string[], more: number): WrittenPerson[] {
  const people = [...others.map((one) => otherOf(row, one)), ...Array.from({ length: more }, () => otherOf(row, ''))];
  if (people.length > 0) row.warn(field, `Esta célula tem ${people.length + 1} pessoas: cada uma ocupa um lugar.`);
  return people;
}

/** Somebody of whom a row says nothing but the name; one that is no name is left out of it. */
function otherOf(row: WrittenRow, text: string): WrittenPerson {
  const checked = participantDraft.shape.name.safeParse(nameText(text));
  if (text && !checked.success) row.warn(null, `“${text}” entra sem nome: não é um nome.`);
  const named = checked.success ? (checked.data ?? '') : '';
  return { row, name: named, fare: '', boarding: row.text('boarding') };
}

function travellerOf(row: WrittenRow): WrittenPerson {
  return {
    row,
    name: '',
    cpf: row.checked('cpf', cpf, { write: cpfText, isOptional: true }) ?? undefined,
    birthdate: readBirthdate(row, birthdate) ?? undefined,
    document: row.checked('document', rg, { isOptional: true }) ?? undefined,
    issuer: row.checked('issuer', emitter, { isOptional: true }) ?? undefined,
    fare: row.text('fare'),
    boarding: row.text('boarding'),
  };
}
