import type { ShownContract } from '@passeio/contract/contracts/accepted-contract';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { Button } from '~/ui/inputs/button';
import styles from './contract-dialog.module.css';

/** What is ticked, and the button. */
export interface ContractQuestion {
  tick: string;
  submit: string;
}

/** Shows a contract to be accepted; resolves to whether it was. In a root of its own, as the portal loads it late. */
export function askForContract(
  contract: ShownContract,
  question: ContractQuestion & { hasChanged: boolean },
): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    function end(isAccepted: boolean): void {
      root.unmount();
      place.remove();
      resolve(isAccepted);
    }
    // At once: as a part of the button's transition it would be shown only when that ends.
    flushSync(() => root.render(<ContractDialog text={contract.text} {...question} onEnd={end} />));
  });
}

interface ContractDialogProps extends ContractQuestion {
  text: string;
  hasChanged: boolean;
  onEnd: (isAccepted: boolean) => void;
}

/** The contract as it is accepted, with one tick. */
function ContractDialog({ text, tick, submit, hasChanged, onEnd }: ContractDialogProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const close = () => onEnd(false);
  useEffect(() => {
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  });

  function accept(): void {
    if (box.current?.checked) {
      onEnd(true);
      return;
    }
    setMissing(true);
    box.current?.focus();
  }

  return (
    <ModalDialog
      title="Contrato de viagem"
      lead={hasChanged ? 'O contrato mudou agora há pouco. Leia de novo.' : undefined}
      onClose={close}
      actions={
        <>
          <label className={styles.tick}>
            <input ref={box} type="checkbox" aria-invalid={isMissing} onChange={() => setMissing(false)} />
            <span>{tick}</span>
          </label>
          <div role="alert" className={styles.missing}>
            {isMissing && 'Marque acima para continuar.'}
          </div>
          <Button look="quiet" onClick={close}>
            Voltar
          </Button>
          <Button onClick={accept}>{submit}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long text */}
      <div className={styles.text} tabIndex={0} role="document" aria-label="Texto do contrato">
        {text}
      </div>
    </ModalDialog>
  );
}
