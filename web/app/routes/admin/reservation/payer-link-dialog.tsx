import { Button, Stack, TextInput } from '@mantine/core';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { useCopy } from '~/ui/inputs/use-copy';

/** Makes a link with which the payer opens this reservation, to be copied; ends those that were sent. */
export function PayerLinkDialog({ reservationId, onClose }: { reservationId: string; onClose: () => void }) {
  const params = { reservationId };
  const making = useMutation({
    mutationFn: (renew: boolean) => api.call(reservationLinkRoutes.create, { params, body: { renew }, toast: false }),
  });
  const ending = useMutation({
    mutationFn: () => api.call(reservationLinkRoutes.revoke, { params, toast: false }),
    onSuccess: () => {
      showAlert('success', 'Os links desta reserva não abrem mais.');
      onClose();
    },
  });
  // The server stores a hash, and shows each link once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => making.mutate(false), []);
  const url = making.data?.url ?? '';
  const { copied, refused, copy } = useCopy(url);
  const error = making.error ?? ending.error;
  const Icon = copied ? IconCheck : IconCopy;

  async function end(act: () => void, titulo: string): Promise<void> {
    const mensagem = 'Quem recebeu um link desta reserva não consegue mais abrir.';
    if (await askToConfirm({ titulo, mensagem, tipo: 'danger' })) act();
  }

  return (
    <ModalDialog
      title="Link da reserva"
      lead="Com ele o cliente paga, completa os dados e vê o voucher, sem conta nem senha. Vale até 30 dias depois da volta."
      onClose={onClose}
      actions={
        <Button variant="default" size="md" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <Stack gap="sm">
        {error && <FormNotice>{failureText(error) ?? 'Não foi possível criar o link. Tente de novo.'}</FormNotice>}
        {making.isPending && <p role="status">Criando o link…</p>}
        {url ? (
          <>
            <TextInput label="Link" size="md" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
            <Button size="md" leftSection={<Icon size={20} aria-hidden />} onClick={() => void copy()}>
              <span role="status">
                {copied ? 'Link copiado!' : refused ? 'Selecione o link e copie' : 'Copiar link'}
              </span>
            </Button>
          </>
        ) : (
          making.isError && (
            <Button size="md" onClick={() => making.mutate(false)}>
              Tentar de novo
            </Button>
          )
        )}
        <Button
          size="md"
          variant="default"
          loading={making.isPending && making.variables}
          onClick={() => void end(() => making.mutate(true), 'Trocar o link?')}
        >
          Trocar por um link novo
        </Button>
        <Button
          size="md"
          variant="subtle"
          color="red"
          loading={ending.isPending}
          onClick={() => void end(() => ending.mutate(), 'Cancelar os links?')}
        >
          Cancelar todos os links
        </Button>
      </Stack>
    </ModalDialog>
  );
}
