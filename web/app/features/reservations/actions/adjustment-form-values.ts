import { type AdjustmentDraft, adjustmentDraft } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { parseMoney } from '~/lib/parse-money';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** A discount or an extra as typed. */
export const adjustmentFormValues = z.object({
  kind: z.enum(['discount', 'extra']),
  amount: z.string(),
  reason: z.string(),
});
export type AdjustmentFormValues = z.output<typeof adjustmentFormValues>;

export const startAdjustment: AdjustmentFormValues = { kind: 'discount', amount: '', reason: '' };

/** The amount in centavos, negative for a discount; 0 while it is no amount. */
export function adjustmentCents({ kind, amount }: Pick<AdjustmentFormValues, 'kind' | 'amount'>): number {
  const cents = parseMoney(amount) ?? 0;
  return kind === 'discount' ? -cents : cents;
}

/** The adjustment for the API, or what is wrong with it by field. `totalCents` is the total without it. */
export function parseAdjustment(
  typed: AdjustmentFormValues,
  totalCents: number,
): { adjustment: AdjustmentDraft } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const cents = parseMoney(typed.amount);
  if (cents === null) errors['adjustment.amount'] = 'Informe o valor.';
  if (cents === undefined) errors['adjustment.amount'] = 'Valor inválido. Use, por exemplo, 50,00.';
  const draft = adjustmentDraft.safeParse({ amountCents: adjustmentCents(typed), reason: typed.reason });
  for (const { path, message } of draft.error?.issues ?? []) {
    errors[path[0] === 'reason' ? 'adjustment.reason' : 'adjustment.amount'] ??= message;
  }
  if (totalCents + adjustmentCents(typed) < 0) {
    errors['adjustment.amount'] ??= 'O desconto é maior que o valor da reserva.';
  }
  return draft.success && Object.keys(errors).length === 0 ? { adjustment: draft.data } : { errors };
}
