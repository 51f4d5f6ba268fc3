import { getPixKeyInfo, type PixKeyType } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import { line } from '../fields.ts';
import { maskEmail } from '../words.ts';

export const pixKeyLabel = 'Chave Pix';

/** A Pix key of any kind, normalised for the key directory (DICT). */
export const pixKey = line(pixKeyLabel, { max: 77 })
  .refine(
    (value) => getPixKeyInfo(value) !== null,
    'Chave Pix inválida. Use um CPF, CNPJ, e-mail, celular com DDD ou uma chave aleatória.',
  )
  .transform((value) => getPixKeyInfo(value)?.value ?? value);

/** The kind of a Pix key; undefined if invalid. */
export function pixKeyType(value: string): PixKeyType | undefined {
  return getPixKeyInfo(value)?.type;
}

const VISIBLE = 4;

/** A Pix key that its owner recognises and nobody else can use: its end, or where its mailbox is. */
export function maskPixKey(key: string): string {
  if (key === '') return '';
  return key.includes('@') ? maskEmail(key) : `•••${key.slice(-VISIBLE)}`;
}
