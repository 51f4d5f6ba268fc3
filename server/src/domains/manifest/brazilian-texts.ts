import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { formatPhone } from '@brazilian-utils/brazilian-utils/format-phone';

/** E.164 as "(35) 99999-0000"; without "+", which a spreadsheet would read as a formula. */
export function phoneText(contact: string): string {
  return formatPhone(contact.replace(/^\+55/, ''), { mask: 'nanp' });
}

/** 11 digits as "012.345.678-09", so that spreadsheets keep leading zeros. */
export function cpfText(cpf: string): string {
  return formatCpf(cpf);
}
