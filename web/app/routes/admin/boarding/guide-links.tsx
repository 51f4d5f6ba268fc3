import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { type GuideLink, guideLinkDraft, type NewGuideLink } from '@passeio/contract/boarding/guide-links';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';

/** Links for guides without an account; they need a network. */
export function GuideLinks({ tripId }: { tripId: string }) {
  const { formatMoment } = useFormats();
  const [made, setMade] = useState<NewGuideLink>();
  const [revoking, setRevoking] = useState<GuideLink>();
  const { data: links, isError } = useQuery(load(boardingRoutes.listGuideLinks, { params: { tripId } }));
  const { mutate: revoke } = useMutation({
    mutationFn: ({ id }: GuideLink) => api.call(boardingRoutes.revokeGuideLink, { params: { tripId, linkId: id } }),
    onMutate: () => setRevoking(undefined),
    onSuccess: (_, { id, name }) => {
      if (made?.id === id) setMade(undefined);
      showAlert('success', `O link de ${name} não vale mais.`);
    },
  });

  if (!links) {
    return isError ? (
      <p>Os links precisam de internet. Feche e abra de novo quando houver sinal.</p>
    ) : (
      <Skeleton height={120} radius="lg" aria-label="Carregando" />
    );
  }
  return (
    <>
      <Text mt={4} mb={12}>
        O link abre só este embarque, de {formatMoment(links.opensAt)} até {formatMoment(links.endsAt)}, e pede um PIN.
      </Text>
      {made && <NewLink link={made} />}
      <Stack component="ul" gap={8} mb={16}>
        {links.data.map((link) => (
          <Group component="li" gap={12} justify="space-between" wrap="nowrap" key={link.id}>
            <span>
              {link.name}
              {link.lockedUntil && ` · bloqueado por PIN errado até ${formatMoment(link.lockedUntil)}`}
            </span>
            <Button
              size="md"
              variant="default"
              aria-label={`Cancelar link de ${link.name}`}
              onClick={() => setRevoking(link)}
            >
              Cancelar link
            </Button>
          </Group>
        ))}
      </Stack>
      {may('see_money') && may('see_documents') ? (
        <NewLinkForm tripId={tripId} onCreated={setMade} />
      ) : (
        <Text>O link mostra valores e documentos: quem pode ver os dois cria um novo.</Text>
      )}
      {revoking && (
        <ModalDialog
          title={`Cancelar o link de ${revoking.name}?`}
          onClose={() => setRevoking(undefined)}
          actions={
            <>
              <Button size="md" variant="default" onClick={() => setRevoking(undefined)}>
                Manter
              </Button>
              <Button size="md" color="red" onClick={() => revoke(revoking)}>
                Cancelar link
              </Button>
            </>
          }
        >
          <p>Ele para de funcionar agora, também no celular em que está aberto.</p>
        </ModalDialog>
      )}
    </>
  );
}

function NewLinkForm({ tripId, onCreated }: { tripId: string; onCreated: (link: NewGuideLink) => void }) {
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { name: '' },
    schema: guideLinkDraft,
    save: (body) => api.call(boardingRoutes.createGuideLink, { params: { tripId }, body, toast: false }),
    onSaved(link) {
      onCreated(link);
      form.reset();
    },
  });
  return (
    <>
      <form {...props}>
        <Group gap={12} align="end">
          <TextInput
            flex="1 1 14rem"
            size="md"
            label="Nome de quem guia"
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Button type="submit" size="md" loading={isPending} leftSection={<IconLink size={20} aria-hidden />}>
            Criar link
          </Button>
        </Group>
      </form>
      {failure && <FormNotice>{failure}</FormNotice>}
    </>
  );
}

/** Link and PIN, which are shown once. */
function NewLink({ link: { name, url, pin } }: { link: NewGuideLink }) {
  const text = `Olá, ${firstName(name)}! Este é o link do embarque: ${url}\nO PIN eu passo por telefone.`;
  return (
    <Card gap="small" style={{ marginBottom: '1rem', border: '2px solid var(--accent)' }} role="status">
      <p>
        PIN de {name}:{' '}
        <Text component="strong" fz={24} lts="0.15em">
          {pin}
        </Text>
      </p>
      <p>Anote: ele não aparece de novo. Diga o PIN por telefone, não na mesma mensagem do link.</p>
      <Button
        component="a"
        href={whatsAppLink('', text)}
        target="_blank"
        rel="noopener"
        size="md"
        leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
      >
        Enviar por WhatsApp
      </Button>
      <TextInput size="md" label="Link" value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
    </Card>
  );
}
