import { askToConfirm } from '~/ui/confirm';
import { useUnsavedCare } from '~/ui/use-unsaved-care';

const LOSS = 'O que você digitou será perdido.';

/** Closes a dialog, but asks first where something has been typed into it; so does leaving the page. */
export function useCarefulClose(dirty: boolean, close: () => void): () => void {
  useUnsavedCare(dirty, LOSS);
  return async () => {
    if (!dirty || (await askToConfirm({ titulo: 'Fechar sem salvar?', mensagem: LOSS }))) close();
  };
}
