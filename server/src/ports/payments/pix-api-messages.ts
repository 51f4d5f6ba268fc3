import { z } from '@passeio/contract/zod';
import type { Notice, Payment, PaymentRefund, ProviderRefundState, UnreadablePayment } from './port.ts';

// Banks add fields, and leave out what the standard asks for: only what is used is required.
const text = z.string().nullish();

// The most that a column of PostgreSQL holds.
const MAX_CENTS = 2_147_483_647;
const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2}))?$/;

/** "123.45" as centavos. Never by floating point. */
function centsOf(value: string): number {
  const [, whole, decimals = ''] = AMOUNT.exec(value) ?? [];
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Centavos as "123.45". */
export function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const amount = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(AMOUNT))
  .transform(centsOf)
  .pipe(z.int().min(1).max(MAX_CENTS));
const instant = z.string().pipe(z.coerce.date());

const USUAL_LIFETIME_S = 300;
export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(USUAL_LIFETIME_S),
});

export const tokenRefusal = z.object({ error: text });

export const chargeResponse = z.object({
  status: text,
  txid: text,
  valor: z.object({ original: amount }),
  calendario: z.object({ criacao: instant }).nullish().catch(null),
  pixCopiaECola: text,
  location: text,
  loc: z.object({ location: text }).nullish(),
});

const REFUND_STATES: Record<string, ProviderRefundState> = {
  EM_PROCESSAMENTO: 'sent',
  DEVOLVIDO: 'paid',
  NAO_REALIZADO: 'refused',
};
const ID = /^[A-Za-z0-9]{1,64}$/;
const TXID = /^[A-Za-z0-9]{1,35}$/;

const asked = z.object({ solicitacao: instant }).nullish().catch(null);

// A state that the standard adds later is asked for again.
const refundOfPix = z
  .object({
    id: z.string().regex(ID),
    rtrId: text,
    valor: amount,
    status: z.string(),
    natureza: text.catch(null),
    horario: asked,
  })
  .transform(({ id, rtrId, valor, status, natureza, horario }): PaymentRefund => {
    const dispute = disputeOf(natureza ?? '');
    return {
      reference: id,
      returnId: ID.test(rtrId ?? '') ? String(rtrId) : '',
      amountCents: valor,
      state: REFUND_STATES[status] ?? 'sent',
      ...(dispute && { dispute }),
      ...(dispute && horario && { askedAt: new Date(Math.min(horario.solicitacao.getTime(), Date.now())) }),
    };
  });

// All that begin with MED are of the mechanism of disputes; the standard has added to them.
function disputeOf(natureza: string): PaymentRefund['dispute'] {
  if (!/^MED/i.test(natureza)) return undefined;
  const kinds = { MED_FRAUDE: 'med_fraud', MED_OPERACIONAL: 'med_operational' } as const;
  return kinds[natureza.toUpperCase() as keyof typeof kinds] ?? 'med';
}

const MAX_NAME = 140;
// The standard has no field for the payer's name; banks that send it do so in one of these.
const payer = z.object({ nome: text }).nullish();
export const pixResponse = z
  .object({
    endToEndId: z.string().regex(ID),
    txid: text,
    valor: amount,
    horario: instant,
    pagador: payer,
    gnExtras: z.object({ pagador: payer }).nullish(),
    devolucoes: z.array(z.unknown()).nullish().catch(null),
  })
  .transform(
    (pix): Payment => ({
      issuer: 'pix',
      reference: pix.endToEndId,
      // A reference of another form is none of ours.
      chargeReference: TXID.test(pix.txid ?? '') ? String(pix.txid) : '',
      method: 'pix',
      amountCents: pix.valor,
      payerName: inOneLine(pix.pagador?.nome ?? pix.gnExtras?.pagador?.nome ?? ''),
      // It cannot come later than now by our clock.
      occurredAt: new Date(Math.min(pix.horario.getTime(), Date.now())),
      refunds: (pix.devolucoes ?? []).flatMap((one) => refundOfPix.safeParse(one).data ?? []),
    }),
  );

function inOneLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_NAME).join('');
}

const entry = z
  .unknown()
  .transform((value): Payment | UnreadablePayment => pixResponse.safeParse(value).data ?? unreadable(value));

/** A page of {@link pixResponse}, each read on its own, so that one that is unreadable hides no other. */
export const pixListResponse = z.object({
  pix: z.array(entry).nullish(),
  parametros: z
    .object({
      paginacao: z.object({ quantidadeDePaginas: z.number(), quantidadeTotalDeItens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

const MAX_REFERENCE = 200;
const references = z.object({ endToEndId: text.catch(''), txid: text.catch('') }).catch({ endToEndId: '', txid: '' });

// Its id, or all of it without what may be a person's document.
function unreadable(value: unknown): UnreadablePayment {
  const { endToEndId, txid } = references.parse(value);
  const all = endToEndId || (JSON.stringify(value) ?? '').replaceAll(/\d{11,14}(?!\d)/g, '…');
  const line = Array.from(
    all
      .slice(0, 2 * MAX_REFERENCE)
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
      .trim(),
  );
  const chargeReference = TXID.test(txid ?? '') ? String(txid) : '';
  return { unreadable: line.slice(0, MAX_REFERENCE).join('') || '?', chargeReference };
}

/** What a notice names. What else it says is not believed. */
export const noticeBody = z
  .object({
    pix: z.array(
      z
        .object({ endToEndId: z.string().regex(ID), txid: z.string().regex(TXID).catch('') })
        .transform(({ endToEndId, txid }): Notice | null => ({ reference: endToEndId, chargeReference: txid }))
        .catch(null),
    ),
  })
  .transform(({ pix }) => pix.filter((notice) => notice !== null));

export const refundResponse = z
  .object({ status: z.string(), valor: amount.nullish() })
  .transform(({ status, valor }) => ({ state: REFUND_STATES[status] ?? ('sent' as const), amountCents: valor }));

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
