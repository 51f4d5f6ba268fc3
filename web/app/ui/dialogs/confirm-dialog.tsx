import { useEffect, useId, useRef } from 'react';
import { Button } from '../inputs/button';
import { useConfirm } from './confirm';
import styles from './confirm-dialog.module.css';
import { openModal } from './modal';

/** The application's confirm dialog, without Mantine for the portal. Esc and a click outside cancel. */
export function ConfirmDialog() {
  const { mostrar, titulo, mensagem, tipo, onClose, onConfirm } = useConfirm();
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const title = useId();
  const message = useId();
  const isDanger = tipo === 'danger';

  useEffect(() => {
    if (!mostrar) {
      dialog.current?.close();
      return;
    }
    openModal(dialog.current);
    // Destructive questions focus Cancelar, against an accidental Enter.
    (isDanger ? cancel : confirm).current?.focus();
  }, [mostrar, isDanger]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Esc, which arrives as onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      role={isDanger ? 'alertdialog' : undefined}
      aria-labelledby={title}
      aria-describedby={message}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.frame}>
        <h2 id={title}>{titulo}</h2>
        <div id={message} className={styles.message}>
          {mensagem}
        </div>
        <div className={styles.actions}>
          <Button ref={cancel} look="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button ref={confirm} look={isDanger ? 'danger' : 'primary'} onClick={onConfirm}>
            Confirmar
          </Button>
        </div>
      </div>
    </dialog>
  );
}
