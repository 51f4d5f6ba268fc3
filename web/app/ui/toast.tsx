import { useEffect, useRef, useState } from 'react';
import { ALERT_DURATION_MS, type AlertType, hideAlert, useAlert } from './alert';
import { Icon } from './icon';
import styles from './toast.module.css';

const icons = { success: 'check', error: 'alert', info: 'info' } as const;
const labels: Record<AlertType, string> = { success: 'Sucesso', error: 'Erro', info: 'Aviso' };

/**
 * The one toast, at the top right. The two live regions are always in the page, because a region that appears
 * together with its text is often not read out.
 */
export function Toast() {
  const alert = useAlert();
  const isError = alert.tipo === 'error';
  const card = alert.mostrar ? <ToastCard alert={alert} /> : null;
  const region = useRef<HTMLDivElement>(null);

  // A modal dialog covers the page and everything fixed on it; a popover can stand above the dialog.
  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (alert.mostrar) element.showPopover();
  }, [alert]);

  return (
    <div ref={region} popover="manual" className={styles.region}>
      <div role="status">{isError ? null : card}</div>
      <div role="alert">{isError ? card : null}</div>
    </div>
  );
}

function ToastCard({ alert }: { alert: { mensagem: string; tipo: AlertType } }) {
  const { mensagem, tipo } = alert;
  const [held, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);

  // Every alert has its own time, even when it says the same as the one before.
  useEffect(() => {
    if (held || !alert) return;
    const timer = setTimeout(hideAlert, ALERT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [held, alert]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only waits while the person reads or reaches for the button
    <div
      className={styles.card}
      data-tipo={tipo}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={styles.icon} role="img" aria-label={labels[tipo]}>
        <Icon name={icons[tipo]} />
      </span>
      <p className={styles.text}>{mensagem}</p>
      <button type="button" className={styles.close} onClick={hideAlert} aria-label="Fechar aviso">
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
