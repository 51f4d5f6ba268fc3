import { type ConnectionKind, connectionTable } from '@passeio/contract/connections/connection-kinds';
import {
  type ConnectionProof,
  type ConnectionState,
  connectionRoutes,
  proofOfCaller,
} from '@passeio/contract/connections/connections';
import { api } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { ProofFields } from './proof-fields';

interface RemoveDialogProps {
  kind: ConnectionKind;
  connection: ConnectionState;
  onClose: () => void;
}

/** Removes a connection, by somebody who proves who they are. */
export function RemoveDialog({ kind, connection: { connectedAt }, onClose }: RemoveDialogProps) {
  const { title, without } = connectionTable[kind];
  const isPayment = kind === 'pix' || kind === 'cards';
  return (
    <ProvenRemoval
      title={`Remover ${title}?`}
      lead={`${without}${isPayment ? ' O que já foi cobrado por ela ainda é recebido e devolvido.' : ''}`}
      submit="Remover conexão"
      done="Conexão removida."
      remove={(proof) =>
        api.call(connectionRoutes.remove, { params: { kind }, body: { ...proof, connectedAt }, toast: false })
      }
      onClose={onClose}
    />
  );
}

/** Forgets a replaced account before its time, as one whose bank refuses it. */
export function ForgetDialog({ kind, name, onClose }: { kind: ConnectionKind; name: string; onClose: () => void }) {
  return (
    <ProvenRemoval
      title="Esquecer a conta anterior?"
      lead="As cobranças abertas dela terminam, e quem vai pagar gera outra. O que ainda for pago por ela não aparece mais aqui: confira no extrato do banco."
      submit="Esquecer esta conta"
      done="Conta esquecida."
      remove={(body) => api.call(connectionRoutes.forget, { params: { kind, name }, body, toast: false })}
      onClose={onClose}
    />
  );
}

interface ProvenRemovalProps {
  title: string;
  lead: string;
  submit: string;
  /** What is said afterwards. */
  done: string;
  remove: (proof: ConnectionProof) => Promise<ConnectionState>;
  onClose: () => void;
}

function ProvenRemoval({ title, lead, submit, done, remove, onClose }: ProvenRemovalProps) {
  return (
    <FormDialog
      title={title}
      lead={lead}
      submit={submit}
      danger
      initial={{ password: '', code: '' }}
      schema={proofOfCaller}
      save={remove}
      onSaved={() => {
        showAlert('success', done);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => <ProofFields form={form} />}
    </FormDialog>
  );
}
