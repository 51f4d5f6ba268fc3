import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReceiptToReview } from '@passeio/contract/payments/payments';
import { useRef, useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/dialogs/end-to-end-id-input';
import { MoneyInput } from '~/ui/inputs/money-input';
import styles from './receipt-detail.module.css';
import { RejectionDialog } from './rejection-dialog';
import { useApproval } from './use-approval';

interface ReceiptDecisionProps {
  receipt: ReceiptToReview;
  /** Whether the file is on the screen: before that the keys do nothing. */
  isSeen: boolean;
  onJudged: () => Promise<void>;
}

/** Approves or refuses a receipt; A and R do the same from anywhere but a field or a dialog. */
export function ReceiptDecision({ receipt, isSeen, onJudged }: ReceiptDecisionProps) {
  const { amount, endToEndId, errors, busy, change, approve } = useApproval(receipt, onJudged);
  const [isRefusing, setRefusing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const act = (action: () => void) => (event: KeyboardEvent) => {
    // A key that is held down would judge the next one, too.
    if (isSeen && !busy && !event.repeat && !document.querySelector('dialog:modal')) action();
  };
  useHotkeys([
    ['a', act(() => form.current?.requestSubmit())],
    ['r', act(() => setRefusing(true))],
  ]);
  return (
    <>
      <form ref={form} noValidate onSubmit={approve} className={styles.form}>
        <MoneyInput
          label="Valor que entrou na conta"
          value={amount}
          error={errors.amountCents}
          onChange={(typed) => change({ amount: typed })}
        />
        <EndToEndIdInput
          value={endToEndId}
          error={errors.endToEndId}
          onChange={(typed) => change({ endToEndId: typed })}
        />
        <div className={styles.ways}>
          <Button type="submit" size="md" px="sm" loading={busy} aria-keyshortcuts="A" rightSection={<Key>A</Key>}>
            Aprovar
          </Button>
          <Button
            size="md"
            px="sm"
            variant="default"
            disabled={busy}
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

function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden>
      {children}
    </kbd>
  );
}
