import { Button, Group, Text } from '@mantine/core';
import type { ContractState, ReservationContract } from '@passeio/contract/contracts/accepted-contract';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, withRetry } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { saveFile } from '~/lib/save-file';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { TitledCard } from '~/ui/layout/titled-card';
import { acceptingContract, ContractDeclined } from './accepting-contract';
import type { ContractQuestion } from './contract-dialog';

type Reader = 'client' | 'staff';

const questions: Record<Reader, ContractQuestion> = {
  client: { tick: 'Li e aceito o contrato de viagem.', submit: 'Aceitar contrato' },
  staff: { tick: 'O cliente conhece o contrato e o aceitou por telefone.', submit: 'Registrar aceite' },
};

interface ContractSectionProps {
  reservation: { id: string; contract: ContractState };
  reader: Reader;
}

/** The travel contract of a reservation: to be accepted, or as it was; nothing where there is none. */
export function ContractSection({ reservation: { id, contract }, reader }: ContractSectionProps) {
  if (contract === 'none') return null;
  return (
    <TitledCard title="Contrato de viagem">
      {contract === 'accepted' ? <Accepted reservationId={id} /> : <Pending reservationId={id} reader={reader} />}
    </TitledCard>
  );
}

function Pending({ reservationId, reader }: { reservationId: string; reader: Reader }) {
  const params = { reservationId };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { contract } = await api.call(reservationRoutes.readContract, { params, toast: false });
      if (!contract || contract.accepted) return;
      await acceptingContract(
        (shown = '') => api.call(reservationRoutes.acceptContract, { params, body: { shown }, toast: false }),
        questions[reader],
        contract,
      );
      showAlert('success', 'Contrato aceito.');
    },
  });
  return (
    <>
      <Text mb="sm">
        {reader === 'client'
          ? 'Falta você aceitar o contrato desta viagem.'
          : 'O cliente ainda não aceitou. Ele aceita na página da reserva, pela conta ou pelo link.'}
      </Text>
      {error && !(error instanceof ContractDeclined) && (
        <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
      )}
      <Button
        size="md"
        variant={reader === 'client' ? 'filled' : 'default'}
        leftSection={<IconFileText size={20} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {reader === 'client' ? 'Ler e aceitar' : 'Aceito por telefone'}
      </Button>
    </>
  );
}

function Accepted({ reservationId }: { reservationId: string }) {
  const params = { reservationId };
  const { data } = useQuery(load(reservationRoutes.readContract, { params }));
  const saving = useMutation({
    mutationFn: async () => saveFile(await withRetry(() => api.download(reservationRoutes.exportContract, { params }))),
  });
  return (
    <>
      <Text mb="sm">{acceptedText(data)}</Text>
      <Group>
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Baixar contrato (PDF)
        </Button>
      </Group>
    </>
  );
}

function acceptedText(data: ReservationContract | undefined): string {
  return data?.contract?.accepted?.text ?? 'Contrato aceito.';
}
