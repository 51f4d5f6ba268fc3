import { createHash } from 'node:crypto';
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import type { ShownContract } from '@passeio/contract/contracts/accepted-contract';
import type { ContractValues } from '@passeio/contract/contracts/travel-contract';
import { dayAndTime, formatLongDate } from '@passeio/contract/format-moments';
import { fillFields } from '@passeio/contract/messages/message-templates';
import { HIDDEN_MONEY, moneyText } from '@passeio/contract/money';
import type { AcceptedPolicy } from '@passeio/contract/reservations/cancellation';
import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import { countsText } from '@passeio/contract/words';
import { maskDocument } from '../../../platform/audit/audit.ts';
import { type Caller, hasPermission, isStaff } from '../../../platform/http/access.ts';

/** What the fields of a contract are filled in from. */
export interface ContractFacts {
  payer: { name: string; cpf: string | null };
  trip: { title: string; departs_at: Date; returns_at: Date };
  people: readonly { fare_label: string }[];
  totalCents: number;
  policy: Pick<AcceptedPolicy, 'tiers' | 'withdrawalDays'>;
  operator: { name: string; legal_name: string; cnpj: string; time_zone: string };
}

/** As many characters of a text's hash as people read. */
export const SHORT_VERSION = 16;
const UNKNOWN = 'não informado';

export function contractValues({ payer, trip, people, totalCents, policy, operator }: ContractFacts): ContractValues {
  const fares = Map.groupBy(people, ({ fare_label }) => fare_label);
  const { time_zone: timeZone } = operator;
  return {
    cliente: payer.name,
    cpf: payer.cpf ? payer.cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4') : UNKNOWN,
    passeio: trip.title,
    data: formatLongDate(trip.departs_at.toISOString(), timeZone),
    saida: dayAndTime(trip.departs_at, timeZone),
    retorno: dayAndTime(trip.returns_at, timeZone),
    participantes: countsText([...fares].map(([label, { length: count }]) => ({ label, count }))),
    valor: moneyText(totalCents),
    cancelamento: cancellationText(policy),
    operador: operator.legal_name || operator.name,
    cnpj: operator.cnpj ? formatCnpj(operator.cnpj, { version: 2 }) : UNKNOWN,
  };
}

function cancellationText({ tiers, withdrawalDays }: ContractFacts['policy']): string {
  const rules = cancellationTexts(tiers);
  if (withdrawalDays) rules.unshift(`Até ${withdrawalDays} dias depois de contratar: sem multa`);
  return rules.join('; ');
}

/** A text as `caller` reads it: documents and money are hidden where they always are. */
export function fillContract(text: string, values: ContractValues, caller?: Caller): string {
  const hidesCpf = caller?.byLink || (caller && isStaff(caller) && !hasPermission(caller, 'see_documents'));
  const hidesMoney = caller && isStaff(caller) && !hasPermission(caller, 'see_money');
  return fillFields(text, {
    ...values,
    ...(hidesCpf && values.cpf !== UNKNOWN && { cpf: maskDocument(values.cpf) }),
    ...(hidesMoney && { valor: HIDDEN_MONEY }),
  });
}

/** A contract that is to be accepted, named by what `caller` reads. */
export function showContract(text: string, values: ContractValues, caller: Caller): ShownContract {
  const filled = fillContract(text, values, caller);
  return { text: filled, shown: hashOf(filled) };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
