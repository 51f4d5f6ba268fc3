import { type ConnectionKind, connectionTable } from '@passeio/contract/connections/connection-kinds';
import { connectionRemoval, connectionRoutes } from '@passeio/contract/connections/connections';
import { api } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { ProofFields } from './proof-fields';

/** Removes a connection, by somebody who proves who they are. */
export function RemoveDialog({ kind, onClose }: { kind: ConnectionKind; onClose: () => void }) {
  const { title, without } = connectionTable[kind];
  const isPayment = kind === 'pix' || kind === 'cards';
  return (
    <FormDialog
      title={`Remover ${title}?`}
      lead={`${without}${isPayment ? ' O que já foi cobrado por ela ainda é recebido e devolvido.' : ''}`}
      submit="Remover conexão"
      danger
      initial={{ password: '', code: '' }}
      schema={connectionRemoval}
      save={(body) => api.call(connectionRoutes.remove, { params: { kind }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Conexão removida.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => <ProofFields form={form} />}
    </FormDialog>
  );
}
