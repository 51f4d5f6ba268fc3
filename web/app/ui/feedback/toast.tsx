import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../media/icon';
import { ALERT_DURATION_MS, type AlertState, type AlertType, carryAlerts, hideAlert, useAlert } from './alert';
import styles from './toast.module.css';
import { watchPresses, whenReleased } from './when-released';

const icons = { success: 'check', error: 'alert', info: 'info' } as const;
const labels: Record<AlertType, string> = { success: 'Sucesso', error: 'Erro', info: 'Aviso' };

/** The toast, at the top right. Rendered inside the open modal dialog, if any, because everything outside is inert. */
export function Toast() {
  const alert = useAlert();
  const dialog = useOpenModal(alert);
  useEffect(carryAlerts, []);
  useEffect(watchPresses, []);
  return dialog ? createPortal(<Region alert={alert} />, dialog) : <Region alert={alert} />;
}

/** The topmost modal dialog, tracked while `alert` is shown. */
function useOpenModal(alert: AlertState): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => {
    const find = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1) ?? null);
    if (!alert.mostrar) return setDialog(null);
    find();
    const observer = new MutationObserver(find);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [alert]);
  return dialog;
}

// Both live regions are always mounted: one inserted together with its text is often not announced.
function Region({ alert }: { alert: AlertState }) {
  const isError = alert.tipo === 'error';
  const card = alert.mostrar ? <ToastCard alert={alert} /> : null;
  const region = useRef<HTMLDivElement>(null);

  // Re-shown, to be on top of the top layer.
  useEffect(() => {
    const element = region.current;
    // The containing dialog has just closed: rendered again elsewhere.
    if (!element?.isConnected || !element.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (alert.mostrar) element.showPopover();
  }, [alert]);

  // Below a wide page, the page makes room, so that its title stays in sight (base.css); the open menu does as well.
  useEffect(() => {
    if (!alert.mostrar || !region.current) return;
    const { style } = region.current.closest('dialog') ?? document.documentElement;
    const height = `${region.current.offsetHeight}px`;
    whenReleased(() => style.setProperty('--toast-height', height));
    return () => whenReleased(() => style.removeProperty('--toast-height'));
  }, [alert]);

  return (
    <div ref={region} popover="manual" className={styles.region}>
      <div role="status">{isError ? null : card}</div>
      <div role="alert">{isError ? card : null}</div>
    </div>
  );
}

function ToastCard({ alert }: { alert: Omit<AlertState, 'mostrar'> }) {
  const { mensagem, tipo, link, retry } = alert;
  const [held, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);

  // Every alert restarts the timer, even with the same text.
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
      <div className={styles.words}>
        <p className={styles.text}>{mensagem}</p>
        {link && (
          <a
            className={styles.link}
            href={link.href}
            {...(link.external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {link.label}
          </a>
        )}
        {retry && (
          <button type="button" className={styles.link} onClick={retry}>
            Tentar de novo
          </button>
        )}
      </div>
      <button type="button" className={styles.close} onClick={hideAlert} aria-label="Fechar aviso">
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
