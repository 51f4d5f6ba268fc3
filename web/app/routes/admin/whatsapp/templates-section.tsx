import { Button, Group, Text } from '@mantine/core';
import { type ChatTemplateState, templateStates, whatsAppRoutes } from '@passeio/contract/messages/chat-routes';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { load, queryClient } from '~/features/session/queries';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { Row, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';

const colors: Partial<Record<string, StatusColor>> = {
  APPROVED: 'good',
  PENDING: 'waiting',
  IN_APPEAL: 'waiting',
  CHANGED: 'waiting',
  NONE: 'quiet',
};
const labels: Partial<Record<string, string>> = templateStates;

/** The texts that leave outside of the day after a client wrote, and what Meta says of each. */
export function TemplatesSection({ templates, isConnected }: { templates: ChatTemplateState[]; isConnected: boolean }) {
  const approved = templates.filter(({ state }) => state === 'APPROVED').length;
  const submitting = useMutation({
    mutationFn: () => api.call(whatsAppRoutes.submitTemplates),
    onSuccess: (list) => {
      queryClient.setQueryData(load(whatsAppRoutes.listTemplates).queryKey, list);
      showAlert('success', 'Modelos enviados. A Meta costuma responder em minutos.');
    },
  });
  return (
    <Section
      title="Modelos de mensagem"
      lead={`Fora das 24 horas depois de o cliente escrever, o WhatsApp só aceita textos que a Meta aprovou: ${approved} de ${plural(templates.length, 'modelo')}. Sem o modelo, a mensagem vai por e-mail.`}
    >
      {isConnected && (
        <Group>
          <Button size="md" loading={submitting.isPending} onClick={() => submitting.mutate()}>
            Enviar modelos à Meta
          </Button>
        </Group>
      )}
      <Rows>
        {templates.map(({ name, label, text, button, state, reason, category }) => (
          <Row key={name}>
            <div>
              <Group gap="0.25rem 0.75rem">
                <Text component="h3" fw={600}>
                  {label}
                </Text>
                <StatusBadge color={colors[state] ?? 'bad'}>{labels[state] ?? state}</StatusBadge>
                {category !== 'UTILITY' && (
                  <StatusBadge color="waiting">{`Categoria: ${category.toLowerCase()}`}</StatusBadge>
                )}
              </Group>
              <Text>{text}</Text>
              {button && <Text variant="hint">Botão: {button}</Text>}
              {reason && <Text variant="hint">A Meta diz: {reason}</Text>}
            </div>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
