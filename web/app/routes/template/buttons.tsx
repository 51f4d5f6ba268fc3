import { Button as AreaButton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { CopyCode } from '~/features/reservations/copy-code';
import { JoinButton } from '~/features/trips/join-button';
import { pageMeta } from '~/lib/page-meta';
import { Button, buttonClass } from '~/ui/inputs/button';
import { Section, SectionCard } from '~/ui/layout/section';
import { joinNothing, oneAdult, sampleReservation, sampleTrip } from './samples';
import styles from './template.module.css';

export const meta = pageMeta('Botões');
export const handle = { title: 'Botões' };

export default function Buttons() {
  return (
    <>
      <Section title="No portal" lead="Poucos e grandes: um por tarefa.">
        <SectionCard>
          <div className={styles.row}>
            <Button>Confirmar</Button>
            <Button look="quiet">Cancelar</Button>
            <Button look="danger">Remover</Button>
            <Button busy>Enviando</Button>
            <Button disabled>Indisponível</Button>
            <a className={buttonClass('quiet')} href="/portal/passeio">
              Ver passeios
            </a>
          </div>
        </SectionCard>
        <SectionCard
          title="Quero participar!"
          lead="Com o motivo, quando não é possível; com a lista de espera, quando não há vagas."
        >
          <div className={styles.stack}>
            <JoinButton trip={sampleTrip} joining={joinNothing} wish={oneAdult} />
            <JoinButton trip={{ ...sampleTrip, situation: 'closed' }} joining={joinNothing} wish={oneAdult} />
            <JoinButton trip={sampleTrip} joining={joinNothing} wish={oneAdult} shortage="Esgotada." />
            <JoinButton trip={sampleTrip} joining={joinNothing} wish={oneAdult} place={{ position: 2, people: 3 }} />
          </div>
        </SectionCard>
      </Section>
      <Section title="Na área logada" lead="Com 44 px de altura, para o dedo.">
        <SectionCard>
          <div className={styles.row}>
            <AreaButton size="md">Salvar</AreaButton>
            <AreaButton size="md" variant="default">
              Voltar à edição
            </AreaButton>
            <AreaButton size="md" variant="subtle" color="red" leftSection={<IconTrash size={20} aria-hidden />}>
              Remover
            </AreaButton>
          </div>
          <div className={styles.row}>
            <AreaButton size="md" leftSection={<IconPlus size={20} aria-hidden />}>
              Novo passeio
            </AreaButton>
            <AreaButton size="md" loading>
              Salvando
            </AreaButton>
            <AreaButton size="md" disabled>
              Indisponível
            </AreaButton>
          </div>
        </SectionCard>
        <SectionCard title="Copiar um código">
          <div className={styles.row}>
            <CopyCode code={sampleReservation.code} />
          </div>
        </SectionCard>
      </Section>
    </>
  );
}
