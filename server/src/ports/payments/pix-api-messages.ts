import { z } from '@passeio/contract/zod';
import type { Pix, ProviderRefundState } from './port.ts';

// Banks add fields, and leave out what the standard asks for: only what is used is required.
const text = z.string().nullish();

/** "123.45" as centavos. Never by floating point. */
function centsOf(value: string): number {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match) throw new Error('the provider tells an amount in another form than 123.45');
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Centavos as "123.45". */
export function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const amount = z.union([z.string(), z.number().transform(String)]).transform(centsOf);
const instant = z.coerce.date();

export const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().catch(300) });

export const chargeResponse = z.object({
  status: text,
  valor: z.object({ original: amount }),
  pixCopiaECola: text,
  location: text,
  loc: z.object({ location: text }).nullish(),
});

// The standard has no field for the payer's name; banks that tell it do so in one of these.
const payer = z.object({ nome: text }).nullish();
export const pixResponse = z
  .object({
    endToEndId: z.string().min(1),
    txid: text,
    valor: amount,
    horario: instant,
    pagador: payer,
    gnExtras: z.object({ pagador: payer }).nullish(),
  })
  .transform(
    (pix): Pix => ({
      endToEndId: pix.endToEndId,
      txid: pix.txid ?? '',
      amountCents: pix.valor,
      payerName: pix.pagador?.nome ?? pix.gnExtras?.pagador?.nome ?? '',
      occurredAt: pix.horario,
    }),
  );

export const pixListResponse = z.object({
  pix: z.array(pixResponse).nullish(),
  parametros: z
    .object({ paginacao: z.object({ paginaAtual: z.number(), quantidadeDePaginas: z.number() }).nullish() })
    .nullish(),
});

const REFUND_STATES: Record<string, ProviderRefundState> = {
  EM_PROCESSAMENTO: 'sent',
  DEVOLVIDO: 'paid',
  NAO_REALIZADO: 'refused',
};
/** A state that the standard adds later is asked for again. */
export const refundResponse = z
  .object({ status: z.string() })
  .transform(({ status }) => REFUND_STATES[status] ?? 'sent');

const problem = z.object({
  title: text,
  detail: text,
  violacoes: z.array(z.object({ propriedade: text, razao: text })).nullish(),
});

const MAX_REASON = 300;

/** Why the provider refuses, without the values that it quotes: they may be a person's document. */
export function reasonOf(status: number, body: unknown): string {
  const { title, detail, violacoes } = problem.safeParse(body).data ?? {};
  const violations = (violacoes ?? []).map(({ propriedade, razao }) => `${propriedade ?? ''}: ${razao ?? ''}`);
  const reason = [title, detail, ...violations]
    .filter(Boolean)
    .join('; ')
    .replaceAll(/\d{11,}/g, '…');
  return `${status} ${reason}`.trim().slice(0, MAX_REASON);
}
