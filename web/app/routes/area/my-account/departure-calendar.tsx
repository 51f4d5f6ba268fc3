import { Button, Group, Text, TextInput } from '@mantine/core';
import { calendarAddressRoutes, type NewCalendarAddress } from '@passeio/contract/departures/calendar-address';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { SectionCard } from '~/ui/layout/section';
import { CopyButton } from '~/ui/sharing/share-buttons';

/** The secret address at which a calendar reads the departures of staff, or those that a guide leads. */
export function DepartureCalendar({ isGuide }: { isGuide: boolean }) {
  const { data } = useQuery(load(calendarAddressRoutes.readCalendarAddress));
  const [made, setMade] = useState<NewCalendarAddress>();
  const { formatNumericDate } = useFormats();
  const make = useMutation({
    mutationFn: () => api.call(calendarAddressRoutes.makeCalendarAddress),
    onSuccess: setMade,
  });
  const end = useMutation({
    mutationFn: () => api.call(calendarAddressRoutes.endCalendarAddress),
    onSuccess: () => {
      setMade(undefined);
      showAlert('success', 'Endereço desativado.');
      return reload();
    },
  });
  if (!data) return null;
  const madeAt = made?.madeAt ?? data.madeAt;
  return (
    <SectionCard
      title="Assinar no celular ou no Google Agenda"
      lead={`${isGuide ? 'As saídas que você guia' : 'Todas as saídas'} no seu calendário, sempre em dia: horário, embarque e vagas vendidas, sem dados de clientes.`}
    >
      {made ? (
        <NewAddress url={made.url} />
      ) : (
        madeAt && <Text mt="md">Endereço criado em {formatNumericDate(madeAt)}. Perdeu? Troque por outro.</Text>
      )}
      <Group gap="sm" mt="md">
        <Button
          size="md"
          variant="default"
          loading={make.isPending}
          onClick={async () => (!madeAt || (await askToConfirm(renewal))) && make.mutate()}
        >
          {madeAt ? 'Trocar endereço' : 'Criar endereço'}
        </Button>
        {madeAt && (
          <Button
            size="md"
            variant="default"
            loading={end.isPending}
            onClick={async () => (await askToConfirm(ending)) && end.mutate()}
          >
            Desativar
          </Button>
        )}
      </Group>
    </SectionCard>
  );
}

function NewAddress({ url }: { url: string }) {
  return (
    <>
      <TextInput
        size="md"
        mt="md"
        label="Seu endereço"
        description="Só aparece agora, e quem tem o endereço vê as saídas: não passe a ninguém. No Google Agenda: Outras agendas, Do URL"
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm" mt="sm">
        <CopyButton text={url} label="Copiar endereço" done="Endereço copiado!" />
        <Button component="a" href={url.replace(/^https?:/, 'webcal:')} size="md" variant="default">
          Abrir no calendário
        </Button>
      </Group>
    </>
  );
}

const renewal = {
  titulo: 'Trocar endereço',
  mensagem: 'O endereço atual deixa de funcionar, e os calendários que o usam não recebem mais as saídas.',
  tipo: 'danger' as const,
};
const ending = { ...renewal, titulo: 'Desativar endereço' };
