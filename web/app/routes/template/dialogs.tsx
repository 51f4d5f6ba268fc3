import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { TripDialog } from '~/features/trips/trip-dialog';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { VersionsDialog, VersionText } from '~/ui/dialogs/versions-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { Section, SectionCard } from '~/ui/layout/section';
import { joinNothing, sampleTrip } from './samples';

export const meta = pageMeta('Diálogos');
export const handle = { title: 'Diálogos' };

type Shown = 'task' | 'trip' | 'versions' | null;

export default function Dialogs() {
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  return (
    <>
      <Section title="Perguntas" lead="Antes do que importa. Esc e um clique fora querem dizer Cancelar.">
        <SectionCard>
          <Group gap="sm">
            <Button size="md" variant="default" onClick={() => ask('info')}>
              Confirmar algo
            </Button>
            <Button size="md" variant="default" onClick={() => ask('danger')}>
              Confirmar algo sem volta
            </Button>
          </Group>
        </SectionCard>
      </Section>
      <Section title="Tarefas sobre a página">
        <SectionCard>
          <Group gap="sm">
            <Button size="md" variant="default" onClick={() => setShown('task')}>
              Abrir uma tarefa
            </Button>
            <Button size="md" variant="default" onClick={() => setShown('trip')}>
              Abrir um passeio
            </Button>
            <Button size="md" variant="default" onClick={() => setShown('versions')}>
              Comparar versões
            </Button>
          </Group>
        </SectionCard>
      </Section>
      {shown === 'task' && <Task onClose={close} />}
      {shown === 'trip' && <Trip onClose={close} />}
      {shown === 'versions' && <Versions onClose={close} />}
    </>
  );
}

async function ask(tipo: 'info' | 'danger'): Promise<void> {
  const sure = await askToConfirm({
    titulo: tipo === 'danger' ? 'Remover a foto?' : 'Publicar o passeio?',
    mensagem: tipo === 'danger' ? 'Ela sai do passeio agora e não volta.' : 'Ele aparece no portal na mesma hora.',
    tipo,
  });
  showAlert('info', sure ? 'Você confirmou.' : 'Você cancelou.');
}

function Task({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog
      title="Registrar pagamento"
      lead="Um assunto de cada vez, com as ações no pé."
      onClose={onClose}
      actions={
        <>
          <Button variant="default" size="md" onClick={onClose}>
            Voltar
          </Button>
          <Button size="md" onClick={onClose}>
            Registrar
          </Button>
        </>
      }
    >
      <p>O conteúdo rola sozinho quando não cabe; a página por baixo fica parada.</p>
    </ModalDialog>
  );
}

function Trip({ onClose }: { onClose: () => void }) {
  return (
    <TripDialog
      trip={sampleTrip}
      joining={joinNothing}
      onClose={onClose}
      onFollow={(event) => event.preventDefault()}
    />
  );
}

function Versions({ onClose }: { onClose: () => void }) {
  return (
    <VersionsDialog
      title="Outra pessoa salvou este passeio"
      differences={[
        {
          name: 'title',
          label: 'Título',
          by: 'both',
          mine: <VersionText lines={['Serra e cachoeira']} />,
          theirs: <VersionText lines={['Cachoeira e serra']} />,
        },
        {
          name: 'bring',
          label: 'O que levar',
          by: 'theirs',
          mine: <VersionText lines={[]} />,
          theirs: <VersionText lines={['Roupa de banho', 'Toalha']} />,
        },
      ]}
      onChoose={onClose}
      onClose={onClose}
    />
  );
}
