import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  type ReceiptToReview,
  receiptApproval,
  receiptRejection,
  rejectionPresets,
} from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { type ReactNode, useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { send } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { formatMoneyInput } from '~/lib/parse-money';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { finish } from './payments-inbox';
import styles from './receipts.module.css';

const OWN = 'own';

interface RejectionDialogProps {
  receipt: ReceiptToReview;
  onClose: () => void;
  onReviewed: () => Promise<void>;
}

/** Why a receipt is refused, as its sender will read it. */
function RejectionDialog({ receipt: { id, reservation }, onClose, onReviewed }: RejectionDialogProps) {
  return (
    <FormDialog
      title="Recusar comprovante"
      lead={`${reservation.payer}, reserva ${reservation.code}. O motivo vai para quem enviou.`}
      submit="Recusar comprovante"
      danger
      initial={{ choice: rejectionPresets[0] as string, own: '' }}
      schema={receiptRejection}
      toBody={({ choice, own }) => ({ reason: choice === OWN ? own : choice })}
      fields={{ reason: 'own' }}
      save={(body) =>
        finish(
          send(paymentRoutes.rejectReceipt, { params: { receiptId: id }, body }),
          `Comprovante da reserva ${reservation.code} recusado.`,
        )
      }
      onSaved={() => {
        onClose();
        void onReviewed();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Stack component="fieldset" gap={4}>
            <legend>Motivo</legend>
            {[...rejectionPresets, OWN].map((preset, index) => (
              <Group key={preset} component="label" wrap="nowrap" gap={10} mih={44} lh={1.35}>
                <input
                  type="radio"
                  name="motivo"
                  data-autofocus={index === 0 || undefined}
                  checked={form.values.choice === preset}
                  onChange={() => form.setFieldValue('choice', preset)}
                />
                {preset === OWN ? 'Outro motivo' : preset}
              </Group>
            ))}
          </Stack>
          {form.values.choice === OWN && (
            <TextInput
              label="Escreva o motivo"
              size="md"
              maxLength={300}
              autoComplete="off"
              {...form.getInputProps('own')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface OtherPaymentProps {
  doubt: ReactNode;
  isOther: boolean | undefined;
  onChoose: (isOther: boolean) => void;
}

/** Asks whether a receipt is of the payment that the bank has reported. */
function OtherPayment({ doubt, isOther, onChoose }: OtherPaymentProps) {
  const choices = [
    [false, 'É o mesmo pagamento: aceitar sem lançar de novo'],
    [true, 'É outro pagamento: lançar também'],
  ] as const;
  return (
    <Stack component="fieldset" gap={4}>
      <legend>De qual pagamento é o comprovante?</legend>
      <Text c="var(--danger)" fz="sm" role="alert">
        {doubt}
      </Text>
      {choices.map(([value, label]) => (
        <Group key={label} component="label" wrap="nowrap" gap={10} mih={44} lh={1.35}>
          <input type="radio" name="pagamento" checked={isOther === value} onChange={() => onChoose(value)} />
          {label}
        </Group>
      ))}
    </Stack>
  );
}

interface ReceiptDecisionProps {
  receipt: ReceiptToReview;
  /** Whether the file is on the screen: before that the keys do nothing. */
  isSeen: boolean;
  onReviewed: () => Promise<void>;
}

const schema = receiptApproval.extend({
  amountCents: typedCents.pipe(receiptApproval.shape.amountCents),
});

/** Approves or refuses a receipt; A and R do the same from anywhere but a field or a dialog. */
export function ReceiptDecision({ receipt, isSeen, onReviewed }: ReceiptDecisionProps) {
  const { id, expectedCents, reservation } = receipt;
  const { form, failure, isPending, props } = useSchemaForm({
    initial: {
      amount: expectedCents > 0 ? formatMoneyInput(expectedCents) : '',
      endToEndId: '',
      isOther: undefined as boolean | undefined,
    },
    schema,
    toBody: ({ amount, endToEndId, isOther }) => ({
      amountCents: amount,
      ...(endToEndId.trim() && { endToEndId }),
      ...(isOther !== undefined && { isOther }),
    }),
    fields: { amountCents: 'amount', END_TO_END_ID_USED: 'endToEndId' },
    save: async (body) => {
      const { amountCents, isOther } = body;
      if (amountCents !== expectedCents && !(await isMeant(amountCents, expectedCents))) return;
      await finish(
        send(paymentRoutes.approveReceipt, { params: { receiptId: id }, body }),
        isOther === false
          ? `Comprovante da reserva ${reservation.code} aceito: o valor já estava lançado.`
          : `${formatMoney(amountCents)} lançados na reserva ${reservation.code}.`,
      );
      await onReviewed();
    },
    onSaved: () => {},
  });
  const [isRefusing, setRefusing] = useState(false);
  const act = (action: () => void) => (event: KeyboardEvent) => {
    // A key that is held down would decide about the next one, too.
    if (isSeen && !isPending && !event.repeat && !document.querySelector('dialog:modal')) action();
  };
  useHotkeys([
    ['a', act(() => props.ref.current?.requestSubmit())],
    ['r', act(() => setRefusing(true))],
  ]);
  return (
    <>
      <form {...props}>
        <Stack gap={12} pt="md" className={styles.decision}>
          <MoneyInput label="Valor que entrou na conta" {...form.getInputProps('amount')} value={form.values.amount} />
          <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
          {form.errors.isOther && (
            <OtherPayment
              doubt={form.errors.isOther}
              isOther={form.values.isOther}
              onChoose={(isOther) => {
                form.setFieldValue('isOther', isOther);
                // A change clears it.
                form.setFieldError('isOther', form.errors.isOther);
              }}
            />
          )}
          {failure && <FormNotice>{failure}</FormNotice>}
          <Group grow wrap="nowrap" gap={8}>
            <Button
              type="submit"
              size="md"
              px="sm"
              loading={isPending}
              aria-keyshortcuts="A"
              rightSection={<Key>A</Key>}
            >
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
          </Group>
        </Stack>
      </form>
      {isRefusing && <RejectionDialog receipt={receipt} onClose={() => setRefusing(false)} onReviewed={onReviewed} />}
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
    <Box component="kbd" className={toolStyles.key} c="inherit" bd="1px solid currentcolor" opacity={0.8} aria-hidden>
      {children}
    </Box>
  );
}
