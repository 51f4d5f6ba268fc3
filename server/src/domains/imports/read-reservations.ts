import { readPhone } from '@passeio/contract/phone';
import { participantDraft } from '@passeio/contract/reservations/participants';
import type { GuestPerson } from '@passeio/contract/users/users';
import { guestPerson } from '@passeio/contract/users/users';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { readPayment, type WrittenPayment } from './payments-of-rows.ts';
import { inTurns } from './plan.ts';
import { birthdateText, cpfText, nameText, phoneText, type WrittenRow } from './written-cells.ts';

const { name, contact, email, cpf, rg, emitter, birthdate } = guestPerson.shape;

/** Somebody who travels, as a row says. */
export interface WrittenPerson {
  row: WrittenRow;
  name: string;
  cpf: string | undefined;
  birthdate: string | undefined;
  document: string | undefined;
  issuer: string | undefined;
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
  payments: WrittenPayment[];
  totalCents: number | undefined;
  status: 'booked' | 'held' | 'over';
}

/**
 * Rows of the same code, or of the same payer on the same trip, are one reservation; so are rows below that name
 * neither, because cells are merged or nobody repeats them.
 */
export function readReservations(rows: WrittenRow[], today: string): Promise<WrittenReservation[]> {
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    if (!above || TRIP.some((field) => row.text(field))) continue;
    const isOfReservation = ['code', 'payer'].every((field) => !row.text(field));
    row.continue(above, isOfReservation ? [...TRIP, ...OF_RESERVATION] : TRIP);
  }
  const groups = Map.groupBy(rows, (row) => row.text('code').toUpperCase() || groupOf(row));
  return inTurns([...groups.values()], (group) => readReservation(group, today));
}

const TRIP = ['trip', 'day'];
const OF_RESERVATION = ['code', 'payer', 'payerContact', 'payerEmail', 'payerCpf', 'boarding', 'status'];

function groupOf(row: WrittenRow): string {
  const contact = row.text('payerContact');
  const parts = [row.text('trip'), row.text('day'), row.text('payer'), row.text('payerCpf')];
  return `${parts.map(plainText).join(' ')} ${readPhone(phoneText(contact)) ?? contact}`;
}

function readReservation(rows: WrittenRow[], today: string): WrittenReservation {
  const [first] = rows as [WrittenRow];
  const payer = readPayer(rows);
  const people = rows.flatMap((row) => readTraveller(row, rows.length > 1 && row !== first));
  // Without a passenger the payer travels.
  if (people.length === 0) people.push({ ...travellerOf(first), name: payer.name });
  const payments = rows.flatMap((row) => readPayment(row, today) ?? []);
  const totalCents = rows.map((row) => row.cents('total')).find((cents) => cents !== undefined);
  const [only] = payments;
  // Many operators write on each row what the reservation as a whole paid.
  const isRepeated =
    payments.length > 1 && payments.length === rows.length && sumOf(payments) > (totalCents ?? Infinity);
  if (isRepeated && only && payments.every((one) => JSON.stringify(one) === JSON.stringify(only))) {
    first.warn('paid', 'O mesmo pagamento em todas as linhas da reserva conta uma vez.');
    payments.splice(1);
  }
  const day =
    first.day('day') ?? (first.text('day') ? undefined : first.refuse('day', 'Data da saída: preencha este campo.'));
  const code = first.text('code').toUpperCase();
  return { rows, code, trip: first.text('trip'), day, payer, people, payments, totalCents, status: readStatus(first) };
}

export const sumOf = (payments: readonly WrittenPayment[]) => payments.reduce((sum, { cents }) => sum + cents, 0);

function readPayer(rows: WrittenRow[]): WrittenReservation['payer'] {
  const [first] = rows as [WrittenRow];
  const written = {
    name: first.checked('payer', name, nameText, true) ?? '',
    contact: first.checked('payerContact', contact, phoneText),
    email: first.checked('payerEmail', email),
    cpf: first.checked('payerCpf', cpf, cpfText),
  };
  // What the row of the payer as a passenger says is theirs.
  const own = rows.find((row) => !row.text('name') || plainText(row.text('name')) === plainText(first.text('payer')));
  const documents = own && {
    ...{
      cpf: written.cpf ?? own.checked('cpf', cpf, cpfText),
      birthdate: own.checked('birthdate', birthdate, birthdateText),
    },
    ...{ rg: own.checked('document', rg), emitter: own.checked('issuer', emitter) },
  };
  const all = { ...written, ...documents };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
  return { ...given, name: all.name, contact: all.contact };
}

function readTraveller(row: WrittenRow, isFurther: boolean): WrittenPerson[] {
  if (!row.text('name')) {
    // A further row without a passenger is one more payment.
    if (!row.text('paid') && isFurther) row.refuse('name', 'Passageiro: preencha este campo.');
    return [];
  }
  return [{ ...travellerOf(row), name: row.checked('name', participantDraft.shape.name, nameText) ?? '' }];
}

function travellerOf(row: WrittenRow): Omit<WrittenPerson, 'name'> {
  return {
    row,
    cpf: row.checked('cpf', cpf, cpfText) ?? undefined,
    birthdate: row.checked('birthdate', birthdate, birthdateText) ?? undefined,
    document: row.checked('document', rg) ?? undefined,
    issuer: row.checked('issuer', emitter) ?? undefined,
    fare: row.text('fare'),
    boarding: row.text('boarding'),
  };
}

function readStatus(row: WrittenRow): WrittenReservation['status'] {
  const word = plainText(row.text('status'));
  if (/cancel|expira|desist/.test(word)) return 'over';
  return /pendente|aguard|guardada|pre reserva|a confirmar|sem sinal/.test(word) ? 'held' : 'booked';
}
