import { Switch } from '@mantine/core';
import { whatsAppRoutes } from '@passeio/contract/messages/chat-routes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { showAlert } from '~/ui/feedback/alert';
import { Section, SectionCard } from '~/ui/layout/section';

/** Whether messages about the own reservations come by WhatsApp; saved with the tap. */
export function OwnChannel({ phone }: { phone: string }) {
  const { data } = useQuery(load(whatsAppRoutes.readOwnChannel));
  const change = useMutation({
    mutationFn: (byWhatsApp: boolean) => api.call(whatsAppRoutes.changeOwnChannel, { body: { byWhatsApp } }),
    onSuccess: ({ byWhatsApp }) => {
      showAlert('success', byWhatsApp ? 'Os avisos vão pelo WhatsApp.' : 'Os avisos vão por e-mail.');
      return reload();
    },
  });
  if (!data) return null;
  return (
    <Section title="Avisos das suas reservas">
      <SectionCard
        title="WhatsApp"
        lead={`Pix, confirmação e lembretes chegam no ${phone}. O que não puder ir por lá, e os arquivos, vão por e-mail.`}
      >
        <Switch
          mt="md"
          size="md"
          label="Receber os avisos pelo WhatsApp"
          description="Para parar também dá para responder PARAR na conversa; para voltar, VOLTAR"
          checked={change.isPending ? change.variables : data.byWhatsApp}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
        />
      </SectionCard>
    </Section>
  );
}
