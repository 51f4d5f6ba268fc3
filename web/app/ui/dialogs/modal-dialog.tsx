import { type ReactNode, useEffect, useId, useRef } from 'react';
import { openModal } from './modal';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  title: string;
  lead?: ReactNode;
  /** Esc and a click outside mean this too. */
  onClose: () => void;
  /** Room for two texts side by side. */
  wide?: boolean;
  /** At the side of the page, over its whole height. */
  side?: boolean;
  /** Buttons at the foot, which stays in sight. */
  actions: ReactNode;
  children: ReactNode;
}

/**
 * A task of its own over the page; open for as long as it is drawn. The focus goes to the field marked
 * `data-autofocus`, or to the beginning, and back to where it was.
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
