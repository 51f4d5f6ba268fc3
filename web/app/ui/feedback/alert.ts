import { create } from 'zustand';

/** Milliseconds. */
export const ALERT_DURATION_MS = 4000;

export type AlertType = 'success' | 'error' | 'info';

/** Link of a toast; `external` opens in a new tab. */
interface AlertLink {
  label: string;
  href: string;
  external: boolean;
}

export interface AlertState {
  mostrar: boolean;
  mensagem: string;
  tipo: AlertType;
  link?: AlertLink | undefined;
  /** Retries the failed call. */
  retry?: (() => void) | undefined;
}

/** State of the toast, rendered by `<Toast />`; the field names are the customer's. */
export const useAlert = create<AlertState>(() => ({ mostrar: false, mensagem: '', tipo: 'info' }));

/** Shows `mensagem` and an optional link as a toast; replaces the current one. */
export function showAlert(tipo: AlertType, mensagem: string, link?: AlertLink): void {
  useAlert.setState({ mostrar: true, mensagem, tipo, link, retry: undefined });
}

export function hideAlert(): void {
  useAlert.setState({ mostrar: false, retry: undefined });
}

/** Adds "Tentar de novo" to the current toast; resolves to whether it was pressed before the toast closed. */
export function offerRetry(): Promise<boolean> {
  return new Promise((resolve) => {
    const retry = () => finish(true);
    const stop = useAlert.subscribe((alert) => alert.retry !== retry && finish(false));
    function finish(isPressed: boolean): void {
      stop();
      if (isPressed) hideAlert();
      resolve(isPressed);
    }
    if (useAlert.getState().mostrar) useAlert.setState({ retry });
    else finish(false);
  });
}

/** sessionStorage key of the toast for the next page. */
const FLASH_KEY = 'passeio:aviso';
/** Maximum age of a carried toast. */
const FLASH_MAX_AGE_MS = 15_000;

/** Carries the visible toast over a full page load. Returns a function that stops it. */
export function carryAlerts(): () => void {
  showFlash();
  window.addEventListener('pagehide', storeFlash);
  return () => window.removeEventListener('pagehide', storeFlash);
}

function storeFlash(): void {
  const { mostrar, mensagem, tipo } = useAlert.getState();
  if (!mostrar) return;
  // The page may be restored from the back/forward cache after the next one has shown the toast.
  hideAlert();
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify({ tipo, mensagem, leftAt: Date.now() }));
  } catch {
    // Storage is blocked: the next page shows none.
  }
}

function showFlash(): void {
  try {
    const flash = JSON.parse(sessionStorage.getItem(FLASH_KEY) ?? '');
    sessionStorage.removeItem(FLASH_KEY);
    if (Date.now() - flash.leftAt < FLASH_MAX_AGE_MS) showAlert(flash.tipo, flash.mensagem);
  } catch {
    // Nothing stored, or storage is blocked.
  }
}
