import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { TripGuides as Guides } from '@passeio/contract/boarding/trip-guides';
import { tripGuidesChange } from '@passeio/contract/boarding/trip-guides';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';

/** Which guides with an account board a trip; it needs a network. */
export function TripGuides({ tripId }: { tripId: string; onClose: () => void }) {
  const { data: guides, isError } = useQuery(load(boardingRoutes.listGuides, { params: { tripId } }));
  if (guides) return <Choice key={JSON.stringify(guides.data)} tripId={tripId} guides={guides.data} />;
  if (isError) return <p>Os guias precisam de internet. Feche e abra de novo quando houver sinal.</p>;
  return <Skeleton height={120} radius="lg" aria-label="Carregando" />;
}

function Choice({ tripId, guides }: { tripId: string; guides: Guides['data'] }) {
  const assigned = guides.filter(({ isAssigned }) => isAssigned).map(({ id }) => id);
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { userIds: assigned },
    schema: tripGuidesChange,
    save: (body) => api.call(boardingRoutes.changeGuides, { params: { tripId }, body, toast: false }),
    onSaved: () => showAlert('success', 'Guias da saída salvos.'),
  });
  const chosen = form.values.userIds;
  if (guides.length === 0) {
    return (
      <Text mb={16}>Ninguém tem o perfil de guia ainda. Um administrador muda o perfil da pessoa em Usuários.</Text>
    );
  }
  return (
    <form {...props}>
      <Text mt={4} mb={12}>
        Quem você marcar vê este embarque ao entrar na própria conta, a partir da véspera, e nada mais.
      </Text>
      <Stack component="ul" gap={8} mb={16}>
        {guides.map(({ id, name }) => (
          <li key={id}>
            <Switch
              size="md"
              label={name}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue('userIds', checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          </li>
        ))}
      </Stack>
      {failure && <FormNotice>{failure}</FormNotice>}
      <Button type="submit" size="md" mb={16} loading={isPending} disabled={!form.isDirty()}>
        Salvar guias
      </Button>
    </form>
  );
}
