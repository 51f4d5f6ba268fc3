import {
  contractRoutes,
  type TripContract,
  tripContract,
  tripContractKinds,
} from '@passeio/contract/contracts/travel-contract';
import type { Trip } from '@passeio/contract/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { ContractEditor } from '~/features/messages/contract-editor';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { Button } from '~/ui/inputs/button';
import { ChoiceGroup } from '~/ui/inputs/choice-group';

const choices = Object.entries(tripContractKinds) as [TripContract['kind'], string][];

interface ContractDialogProps {
  trip: Pick<Trip, 'id' | 'title'>;
  onClose: () => void;
}

/** Which contract a trip has, and its own terms. */
export function ContractDialog({ trip, onClose }: ContractDialogProps) {
  const params = { tripId: trip.id };
  const { data, error } = useQuery({ ...load(contractRoutes.readOfTrip, { params }), staleTime: 'static' });
  if (data) return <ContractForm trip={trip} contract={data} onClose={onClose} />;
  return (
    <ModalDialog title="Contrato deste passeio" onClose={onClose} actions={<Button onClick={onClose}>Fechar</Button>}>
      <p role="status">{error ? (failureText(error) ?? 'Tente de novo em instantes.') : 'Carregando…'}</p>
    </ModalDialog>
  );
}

function ContractForm({ trip, contract, onClose }: ContractDialogProps & { contract: TripContract }) {
  const params = { tripId: trip.id };
  return (
    <FormDialog
      title="Contrato deste passeio"
      lead={trip.title}
      wide
      submit="Salvar"
      initial={contract}
      schema={tripContract}
      save={(body) => api.call(contractRoutes.changeOfTrip, { params, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Contrato salvo. Vale para as próximas reservas deste passeio.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Quem reserva aceita"
            choices={choices}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind)}
          />
          {form.values.kind === 'own' && (
            <ContractEditor
              text={form.values.text}
              input={form.getInputProps('text')}
              label="Termos deste passeio"
              description="No lugar do contrato da empresa"
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
