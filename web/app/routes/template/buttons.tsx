import { Button as AreaButton, Group, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { CopyCode } from '~/features/reservations/copy-code';
import { JoinButton } from '~/features/trips/join-button';
import { pageMeta } from '~/lib/page-meta';
import { Button, buttonClass } from '~/ui/inputs/button';
import { Section, SectionCard } from '~/ui/layout/section';
import { joinNothing, oneAdult, sampleReservation, sampleTrip } from './samples';

export const meta = pageMeta('Botões');
export const handle = { title: 'Botões' };

export default function Buttons() {
  return (
    <>
      <Section title="No portal" lead="Poucos e grandes: um por tarefa.">
        <SectionCard>
          <Group gap="sm">
            <Button>Confirmar</Button>
            <Button look="quiet">Cancelar</Button>
            <Button look="danger">Remover</Button>
            <Button busy>Enviando</Button>
            <Button disabled>Indisponível</Button>
            <a className={buttonClass('quiet')} href="/portal/passeio">
              Ver passeios
            </a>
          </Group>
        </SectionCard>
        <SectionCard
          title="Quero participar!"
          lead="Com o motivo, quando não é possível; com a lista de espera, quando não há vagas."
        >
          <Stack mt="md">
            <JoinButton trip={sampleTrip} joining={joinNothing} waitlistRequest={oneAdult} />
            <JoinButton
              trip={{ ...sampleTrip, situation: 'closed' }}
              joining={joinNothing}
              waitlistRequest={oneAdult}
            />
            <JoinButton trip={sampleTrip} joining={joinNothing} waitlistRequest={oneAdult} soldOutReason="Esgotada." />
            <JoinButton
              trip={sampleTrip}
              joining={joinNothing}
              waitlistRequest={oneAdult}
              place={{ position: 2, people: 3 }}
            />
          </Stack>
        </SectionCard>
      </Section>
      <Section title="Na área logada" lead="Com 44 px de altura, para o dedo.">
        <SectionCard>
          <Group gap="sm">
            <AreaButton size="md">Salvar</AreaButton>
            <AreaButton size="md" variant="default">
              Voltar à edição
            </AreaButton>
            <AreaButton size="md" variant="subtle" color="red" leftSection={<IconTrash size={20} aria-hidden />}>
              Remover
            </AreaButton>
          </Group>
          <Group gap="sm" mt="md">
            <AreaButton size="md" leftSection={<IconPlus size={20} aria-hidden />}>
              Novo passeio
            </AreaButton>
            <AreaButton size="md" loading>
              Salvando
            </AreaButton>
            <AreaButton size="md" disabled>
              Indisponível
            </AreaButton>
          </Group>
        </SectionCard>
        <SectionCard title="Copiar um código">
          <Group gap="sm" mt="md">
            <CopyCode code={sampleReservation.code} />
          </Group>
        </SectionCard>
      </Section>
    </>
  );
}
