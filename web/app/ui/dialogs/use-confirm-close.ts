import { askToConfirm } from '~/ui/dialogs/confirm';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';

const LOSS = 'O que você digitou será perdido.';

/** Closes a dialog, after confirmation if it is dirty. Leaving the page also asks. */
export function useConfirmClose(dirty: boolean, close: () => void): () => void {
  useUnsavedWarning(dirty, LOSS);
  return async () => {
    if (!dirty || (await askToConfirm({ titulo: 'Fechar sem salvar?', mensagem: LOSS }))) close();
  };
}
