import { type ReactNode, useEffect, useId, useRef } from 'react';
import { openModal } from './modal';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  title: string;
  lead?: ReactNode;
  /** Also called on Esc and on a click outside. */
  onClose: () => void;
  /** Wide, for two columns. */
  wide?: boolean;
  /** A drawer: at the side, full height. */
  side?: boolean;
  /** Buttons of the sticky footer. */
  actions: ReactNode;
  children: ReactNode;
}

/**
 * Modal dialog, open while mounted. Focuses the field marked `data-autofocus`, else the heading; returns the focus when
 * closed.
 */
export function ModalDialog({ title, lead, onClose, wide, side, actions, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    openModal(dialog.current);
    const first = dialog.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? heading.current)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Esc, which arrives as onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      data-side={side || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <h2 ref={heading} id={id} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        <div className={styles.body}>{children}</div>
        <footer className={styles.actions}>{actions}</footer>
      </div>
    </dialog>
  );
}
