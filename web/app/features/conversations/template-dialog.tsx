import { Button, Loader, NativeSelect, Text } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import styles from './thread.module.css';

/** Chooses a template that Meta has approved, shows it as it will arrive, and sends it. */
export function TemplateDialog({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const params = { conversationId };
  const { data, error, refetch } = useQuery(load(conversationRoutes.listTemplates, { params }));
  const [kind, setKind] = useState('');
  const templates = data?.data ?? [];
  const chosen = templates.find((one) => one.kind === kind) ?? templates[0];
  const sending = useMutation({
    mutationFn: (template: string) => api.call(conversationRoutes.send, { params, body: { template }, toast: false }),
    onSuccess: onClose,
  });
  return (
    <ModalDialog
      title="Mensagem aprovada"
      lead="Depois de um dia sem resposta, o WhatsApp só aceita textos que a Meta aprovou."
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          {chosen && (
            <Button size="md" loading={sending.isPending} onClick={() => sending.mutate(chosen.kind)}>
              Enviar mensagem
            </Button>
          )}
        </>
      }
    >
      {!data && !error && <Loader aria-label="Carregando os modelos..." />}
      {error && (
        <FormNotice>
          {explainFailure(error)}
          <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {data && !chosen && (
        <Text>
          Nenhum modelo aprovado serve para esta conversa agora. Os modelos estão em “WhatsApp”, na área de quem
          administra.
        </Text>
      )}
      {chosen && (
        <>
          <NativeSelect
            size="md"
            label="Modelo"
            data-autofocus
            value={chosen.kind}
            data={templates.map((one) => ({ value: one.kind, label: one.label }))}
            onChange={(event) => setKind(event.currentTarget.value)}
          />
          <section className={styles.preview} aria-label="Como a pessoa recebe">
            <p className={styles.text}>{chosen.text}</p>
            {chosen.button && <Text variant="hint">Botão: {chosen.button}</Text>}
          </section>
          <Text variant="hint">
            Custa cerca de {priceText(chosen.costHundredths)}, que a Meta cobra de vocês quando entrega.
          </Text>
          {sending.error && <FormNotice>{explainFailure(sending.error)}</FormNotice>}
        </>
      )}
    </ModalDialog>
  );
}

const PER_REAL = 10_000;
const price = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 4 });
const priceText = (hundredths: number) => price.format(hundredths / PER_REAL);
