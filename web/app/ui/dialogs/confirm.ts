import type { ReactNode } from 'react';
import { create } from 'zustand';

type ConfirmType = 'info' | 'danger';

interface ConfirmState {
  mostrar: boolean;
  titulo: string;
  mensagem: ReactNode;
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

/** State of the confirm dialog, rendered by `<ConfirmDialog />`; the field names are the customer's. */
export const useConfirm = create<ConfirmState>(() => closed);

/** Opens the confirm dialog; resolves to true on Confirmar, false on Cancelar, Esc or a click outside. */
export function askToConfirm(question: { titulo: string; mensagem: ReactNode; tipo?: ConfirmType }): Promise<boolean> {
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
