import type { AcceptanceChannel } from '@passeio/contract/contracts/accepted-contract';
import { dayAndTime } from '@passeio/contract/format-moments';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { MailFile } from '../../../ports/mail/port.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { findAcceptance } from './accept-contract.ts';
import { type ContractOrder, contractAsPdf } from './contract-pdf.ts';
import { fillContract, SHORT_VERSION } from './contract-text.ts';

/**
 * The accepted contract of a reservation by id or code, to be drawn, for its payer and staff. Throws
 * RESERVATION_NOT_FOUND, or CONTRACT_ABSENT before it was accepted.
 */
export async function openContract(db: Database, caller: Caller, idOrCode: string): Promise<ContractOrder> {
  const row = await findReservation(db, idOrCode, idOrCode.length === 36 ? 'id' : 'code');
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  const order = await orderOf(db, row, caller);
  if (!order) throw new AppError('CONTRACT_ABSENT');
  return order;
}

export async function drawContractFile(order: ContractOrder): Promise<{ name: string; content: Buffer }> {
  return { name: `contrato-${order.code}.pdf`, content: await contractAsPdf(order) };
}

/** The accepted contract of a reservation as a file of its e-mails; none before it was accepted. */
export async function contractFiles(db: Database, reservationId: string): Promise<MailFile[]> {
  const row = await findReservation(db, reservationId);
  const order = row && (await orderOf(db, row));
  if (!order) return [];
  const { name, content } = await drawContractFile(order);
  return [{ filename: name, contentType: 'application/pdf', content }];
}

async function orderOf(
  db: Database,
  { id, code }: { id: string; code: string },
  caller?: Caller,
): Promise<ContractOrder | undefined> {
  const accepted = await findAcceptance(db, id);
  if (!accepted) return undefined;
  const operator = await db.selectFrom('operator').select(['name', 'time_zone']).executeTakeFirstOrThrow();
  const { channel, accepted_by: by, accepted_at: at } = accepted;
  return {
    code,
    operator: operator.name,
    text: fillContract(accepted.text, accepted.field_values, caller),
    accepted: [
      acceptedBy[channel](by, accepted.field_values.cliente),
      `Em ${dayAndTime(at, operator.time_zone)} (horário de ${zoneName(operator.time_zone)})`,
      // Somebody else may read it by the link.
      ...(caller?.byLink ? [] : [`Endereço na internet: ${accepted.address}`]),
      `Versão do texto: ${accepted.version.slice(0, SHORT_VERSION)}`,
    ],
  };
}

const acceptedBy: Record<AcceptanceChannel, (by: string, client: string) => string> = {
  account: (by) => `Aceito por ${by}, pela conta`,
  link: (by) => `Aceito por ${by}, pelo link da reserva`,
  phone: (by, client) => `Aceito por ${client} por telefone, registrado por ${by}`,
};

/** As "São Paulo" of "America/Sao_Paulo"; other zones by their own name. */
function zoneName(timeZone: string): string {
  return timeZone === 'America/Sao_Paulo' ? 'Brasília' : timeZone;
}
