import { Button, Group, Stack } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { DiscardedNotice, RecoveredNotice } from '~/ui/editing/notices';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Notice } from '~/ui/feedback/notice';
import { Button as PortalButton } from '~/ui/inputs/button';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Avisos');
export const handle = { title: 'Avisos' };

const taken = () => showAlert('info', 'É só um exemplo.');

export default function Toasts() {
  return (
    <>
      <Section title="Aviso que passa" lead="No alto, à direita, por 4 segundos. Espera enquanto se lê.">
        <SectionCard>
          <Group gap="sm">
            <Button size="md" variant="default" onClick={() => showAlert('success', 'Reserva salva com sucesso!')}>
              Sucesso
            </Button>
            <Button size="md" variant="default" onClick={() => showAlert('error', 'Houve falha nesta ação')}>
              Erro
            </Button>
            <Button size="md" variant="default" onClick={() => showAlert('info', 'Usuário deslogado!')}>
              Informação
            </Button>
          </Group>
        </SectionCard>
      </Section>
      <Section title="Em formulários">
        <SectionCard>
          <Stack>
            <FormNotice>O link já foi usado. Peça outro para continuar.</FormNotice>
            <FormNotice tone="info">Enviamos um link para o seu e-mail.</FormNotice>
            <RecoveredNotice onKeep={taken} onDiscard={taken} />
            <DiscardedNotice onUndo={taken} />
          </Stack>
        </SectionCard>
      </Section>
      <Section title="Quando não há nada" lead="Sempre com o próximo passo.">
        <SectionCard title="Na área logada">
          <EmptyState icon={IconMap2} title="Nenhum passeio encontrado" text="Tente outra palavra ou outro período.">
            <Button size="md" onClick={taken}>
              Limpar a busca
            </Button>
          </EmptyState>
        </SectionCard>
        <SectionCard title="No portal">
          <Stack mt="md">
            <Notice title="Nenhum passeio encontrado" text="Tente outra palavra, ou veja todos.">
              <PortalButton look="quiet" onClick={taken}>
                Ver todos
              </PortalButton>
            </Notice>
          </Stack>
        </SectionCard>
      </Section>
    </>
  );
}
