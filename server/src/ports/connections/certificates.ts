import { isPem } from '@passeio/contract/connections/connection-kinds';
import { plural } from '@passeio/contract/words';

const DAY_MS = 24 * 3_600_000;
const WARNED_DAYS = 30;
// The head of a CNPJ names the company, what follows its branches.
const COMPANY_LENGTH = 8;

/** The bytes of a certificate's file as it was sent. */
export const bytesOf = (file: string) => Buffer.from(file, isPem(file) ? 'utf8' : 'base64');

export const dayText = (at: Date) => at.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
export const cnpjText = (cnpj: string) => cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');

/** Whether two CNPJs are of one company. */
export const isOfCompany = (one: string, other: string) =>
  one.slice(0, COMPANY_LENGTH) === other.slice(0, COMPANY_LENGTH);

/** What is to be known of a certificate that ends soon; `from`: who gives the next. */
export function expiryNotes(expiresAt: Date, from: string): string[] {
  const days = Math.ceil((expiresAt.getTime() - Date.now()) / DAY_MS);
  if (days > WARNED_DAYS) return [];
  return [`O certificado vence em ${plural(days, 'dia')}, em ${dayText(expiresAt)}. Peça o próximo ${from}.`];
}
