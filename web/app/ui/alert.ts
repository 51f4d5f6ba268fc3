import { create } from 'zustand';

/** How long a toast stays, in milliseconds. */
export const ALERT_DURATION_MS = 4000;

export type AlertType = 'success' | 'error' | 'info';

export interface AlertState {
  mostrar: boolean;
  mensagem: string;
  tipo: AlertType;
}

/** The one toast of the application; the field names are the customer's. Drawn by `<Toast />`. */
export const useAlert = create<AlertState>(() => ({ mostrar: false, mensagem: '', tipo: 'info' }));

/** Shows `mensagem` as a toast; a later one replaces it. */
export function showAlert(tipo: AlertType, mensagem: string): void {
  useAlert.setState({ mostrar: true, mensagem, tipo });
}

export function hideAlert(): void {
  useAlert.setState({ mostrar: false });
}
