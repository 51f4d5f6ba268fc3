import { create } from 'zustand';

type ConfirmType = 'info' | 'danger';

interface ConfirmState {
  mostrar: boolean;
  titulo: string;
  mensagem: string;
  tipo: ConfirmType;
  onClose: () => void;
  onConfirm: () => void;
}

const closed: ConfirmState = {
  mostrar: false,
  titulo: '',
  mensagem: '',
  tipo: 'info',
  onClose: () => {},
  onConfirm: () => {},
};

/** The one confirm dialog of the application; the field names are the customer's. Drawn by `<ConfirmDialog />`. */
export const useConfirm = create<ConfirmState>(() => closed);

/** Asks before something that matters; the promise answers true on Confirmar, false on Cancelar, Esc or outside click. */
export function askToConfirm(question: { titulo: string; mensagem: string; tipo?: ConfirmType }): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => () => {
      useConfirm.setState(closed);
      resolve(confirmed);
    };
    useConfirm.setState({
      mostrar: true,
      titulo: question.titulo,
      mensagem: question.mensagem,
      tipo: question.tipo ?? 'info',
      onClose: answer(false),
      onConfirm: answer(true),
    });
  });
}
