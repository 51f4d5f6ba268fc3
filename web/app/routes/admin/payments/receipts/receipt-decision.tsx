import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type ReceiptToReview, receiptApproval } from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/dialogs/end-to-end-id-input';
import { send } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { MoneyInput } from '~/ui/inputs/money-input';
import { finish } from '../desk-call';
import styles from './receipt-detail.module.css';
import { RejectionDialog } from './rejection-dialog';

interface ReceiptDecisionProps {
  receipt: ReceiptToReview;
  /** Whether the file is on the screen: before that the keys do nothing. */
  isSeen: boolean;
  onJudged: () => Promise<void>;
}

const schema = receiptApproval.extend({
  amountCents: z
    .string()
    .refine((typed) => parseMoney(typed) !== undefined, 'Valor inválido. Use, por exemplo, 86,70.')
    .transform((typed) => parseMoney(typed) ?? Number.NaN)
    .pipe(receiptApproval.shape.amountCents),
});

/** Approves or refuses a receipt; A and R do the same from anywhere but a field or a dialog. */
export function ReceiptDecision({ receipt, isSeen, onJudged }: ReceiptDecisionProps) {
  const { id, expectedCents, reservation } = receipt;
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { amount: expectedCents > 0 ? formatMoneyInput(expectedCents) : '', endToEndId: '' },
    schema,
    toBody: ({ amount, endToEndId }) => ({
      amountCents: amount,
      ...(endToEndId.trim() && { endToEndId }),
    }),
    fields: { amountCents: 'amount', END_TO_END_ID_USED: 'endToEndId' },
    save: async (body) => {
      const { amountCents } = body;
      if (amountCents !== expectedCents && !(await isMeant(amountCents, expectedCents))) return;
      await finish(
        send(paymentRoutes.approveReceipt, { params: { receiptId: id }, body }),
        `${formatMoney(amountCents)} lançados na reserva ${reservation.code}.`,
      );
      await onJudged();
    },
    onSaved: () => {},
  });
  const [isRefusing, setRefusing] = useState(false);
  const act = (action: () => void) => (event: KeyboardEvent) => {
    // A key that is held down would judge the next one, too.
    if (isSeen && !isPending && !event.repeat && !document.querySelector('dialog:modal')) action();
  };
  useHotkeys([
    ['a', act(() => props.ref.current?.requestSubmit())],
    ['r', act(() => setRefusing(true))],
  ]);
  return (
    <>
      <form {...props} className={styles.form}>
        <MoneyInput label="Valor que entrou na conta" {...form.getInputProps('amount')} value={form.values.amount} />
        <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
        {failure && <FormNotice>{failure}</FormNotice>}
        <div className={styles.ways}>
          <Button type="submit" size="md" px="sm" loading={isPending} aria-keyshortcuts="A" rightSection={<Key>A</Key>}>
            Aprovar
          </Button>
          <Button
            size="md"
            px="sm"
            variant="default"
            disabled={isPending}
            aria-keyshortcuts="R"
            rightSection={<Key>R</Key>}
            onClick={() => setRefusing(true)}
          >
            Recusar
          </Button>
        </div>
      </form>
      {isRefusing && <RejectionDialog receipt={receipt} onClose={() => setRefusing(false)} onJudged={onJudged} />}
    </>
  );
}

/** Money cannot be taken back from the ledger: another amount than expected is asked about once. */
function isMeant(amountCents: number, expectedCents: number): Promise<boolean> {
  const [typed, expected] = [formatMoney(amountCents), formatMoney(expectedCents)];
  return askToConfirm({
    titulo: `Lançar ${typed}?`,
    mensagem: `O esperado é ${expected}. Um lançamento não se desfaz: confira o valor no extrato.`,
  });
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden>
      {children}
    </kbd>
  );
}
