import { create } from 'zustand';

/** How long a toast stays, in milliseconds. */
export const ALERT_DURATION_MS = 4000;

export type AlertType = 'success' | 'error' | 'info';

/** Where a toast leads; `external` opens beside the page. */
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
  /** Tries again what failed. */
  retry?: (() => void) | undefined;
}

/** The one toast of the application; the field names are the customer's. Drawn by `<Toast />`. */
export const useAlert = create<AlertState>(() => ({ mostrar: false, mensagem: '', tipo: 'info' }));

/** Shows `mensagem` as a toast, with a link below it if there is one; a later toast replaces it. */
export function showAlert(tipo: AlertType, mensagem: string, link?: AlertLink): void {
  useAlert.setState({ mostrar: true, mensagem, tipo, link, retry: undefined });
}

export function hideAlert(): void {
  useAlert.setState({ mostrar: false, retry: undefined });
}

/** Puts "Tentar de novo" on the toast that is shown; answers whether it was pressed, once it was or the toast has gone. */
export function offerRetry(): Promise<boolean> {
  return new Promise((resolve) => {
    const retry = () => settle(true);
    const stop = useAlert.subscribe((alert) => alert.retry !== retry && settle(false));
    function settle(isPressed: boolean): void {
      stop();
      if (isPressed) hideAlert();
      resolve(isPressed);
    }
    if (useAlert.getState().mostrar) useAlert.setState({ retry });
    else settle(false);
  });
}

/** Where the toast of a page that is left waits for the next page of this tab. */
const FLASH_KEY = 'passeio:aviso';
/** A page that opens later than this shows no toast of the one before. */
const FLASH_MAX_AGE_MS = 15_000;

/** Carries the visible toast over a full page load: the next page shows it once. Answers how to stop. */
export function carryAlerts(): () => void {
  showFlash();
  window.addEventListener('pagehide', storeFlash);
  return () => window.removeEventListener('pagehide', storeFlash);
}

function storeFlash(): void {
  const { mostrar, mensagem, tipo } = useAlert.getState();
  if (!mostrar) return;
  // The browser may bring this very page back, whose toast the next one has shown by then.
  hideAlert();
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify({ tipo, mensagem, leftAt: Date.now() }));
  } catch {
    // Without storage the next page shows none.
  }
}

function showFlash(): void {
  try {
    const flash = JSON.parse(sessionStorage.getItem(FLASH_KEY) ?? '');
    sessionStorage.removeItem(FLASH_KEY);
    if (Date.now() - flash.leftAt < FLASH_MAX_AGE_MS) showAlert(flash.tipo, flash.mensagem);
  } catch {
    // Nothing was left, or storage is blocked: there is nothing to show.
  }
}
