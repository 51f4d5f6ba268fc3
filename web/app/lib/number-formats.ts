import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { formatPhone } from '@passeio/contract/phone';

// Separate from formats.ts, so that the portal does not load them: the server formats its numbers (lib/settings.ts).

/** E.164 as "(35) 99999-0000", that of another country as "+351 912 345 678". */
export function formatContact(phone: string): string {
  return formatPhone(phone);
}

/** 11 digits as "123.456.789-09". */
export function formatDocumentCpf(cpf: string): string {
  return formatCpf(cpf);
}

/** 14 characters as "12.345.678/0001-95"; since 2026 there may be letters among them. */
export function formatDocumentCnpj(cnpj: string): string {
  return formatCnpj(cnpj, { version: 2 });
}
