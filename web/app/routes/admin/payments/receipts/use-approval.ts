import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type ReceiptApproval, type ReceiptToReview, receiptApproval } from '@passeio/contract/payments/payments';
import { type FormEvent, useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { moneyField, readMoney, tellFailure } from '../desk-words';
import { wasJudgedByAnother } from './judging';

type Errors = Partial<Record<'amountCents' | 'endToEndId', string>>;

/** What staff types about money that came in, and its approval. */
export function useApproval(receipt: ReceiptToReview, onJudged: () => Promise<void>) {
  const { expectedCents, reservation } = receipt;
  const [typed, setTyped] = useState({ amount: moneyField(expectedCents), endToEndId: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  function change(part: Partial<typeof typed>): void {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  }

  async function approve(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const read = readApproval(typed);
    if ('errors' in read) return setErrors(read.errors);
    const { amountCents } = read.approval;
    if (amountCents !== expectedCents && !(await isMeant(amountCents, expectedCents))) return;
    setBusy(true);
    try {
      const call = { params: { receiptId: receipt.id }, body: read.approval };
      await changePayments(paymentRoutes.approveReceipt, call);
      showAlert('success', `${formatMoney(amountCents)} lançados na reserva ${reservation.code}.`);
    } catch (error) {
      if (!wasJudgedByAnother(error)) {
        setBusy(false);
        return setErrors(explain(error));
      }
    }
    await onJudged();
  }

  return { ...typed, errors, busy, change, approve };
}

function readApproval(typed: {
  amount: string;
  endToEndId: string;
}): { approval: ReceiptApproval } | { errors: Errors } {
  const money = readMoney(typed.amount);
  if ('error' in money) return { errors: { amountCents: money.error } };
  const endToEndId = typed.endToEndId.trim();
  const parsed = receiptApproval.safeParse({ amountCents: money.cents, ...(endToEndId && { endToEndId }) });
  if (parsed.success) return { approval: parsed.data };
  return { errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])) };
}

/** Money cannot be taken back from the ledger: another amount than expected is asked about once. */
function isMeant(amountCents: number, expectedCents: number): Promise<boolean> {
  const [typed, expected] = [formatMoney(amountCents), formatMoney(expectedCents)];
  return askToConfirm({
    titulo: `Lançar ${typed}?`,
    mensagem: `O esperado é ${expected}. Um lançamento não se desfaz: confira o valor no extrato.`,
  });
}

/** Errors beside the fields; others in a toast. */
function explain(error: unknown): Errors {
  if (error instanceof ApiError && error.code === 'END_TO_END_ID_USED') return { endToEndId: error.message };
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields;
  tellFailure(error);
  return {};
}
