import { Group, Text } from '@mantine/core';
import { type FirstStep, firstSteps, type Overview } from '@passeio/contract/staff/overview';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Panel } from '~/features/overview/panel';
import { sectionPath } from '~/features/settings/section-list';
import { LinkRow, Rows } from '~/ui/layout/rows';
import hidden from '~/ui/text/visually-hidden.module.css';

const steps: Record<FirstStep, { title: string; about: string; to: string }> = {
  operator: {
    title: 'Nome e marca',
    about: 'O que os visitantes veem em todas as páginas.',
    to: sectionPath('marca'),
  },
  contact: {
    title: 'Contato',
    about: 'WhatsApp, telefone ou e-mail, para quem tem uma dúvida.',
    to: sectionPath('contato'),
  },
  paymentKey: { title: 'Chave Pix', about: 'Recebe os sinais e os pagamentos.', to: sectionPath('pagamento') },
  policy: {
    title: 'Política de cancelamento',
    about: 'O que o cliente lê e aceita ao reservar.',
    to: sectionPath('textos'),
  },
  vehicle: { title: 'Primeiro veículo', about: 'Com ele, cada pessoa tem a sua poltrona.', to: '/admin/veiculos' },
  trip: { title: 'Primeiro passeio', about: 'Monte e publique: ele aparece no portal.', to: '/admin/passeios' },
  colleague: {
    title: 'Convidar um colega',
    about: 'Por e-mail ou por link, com o perfil e as permissões que você escolher.',
    to: '/admin/usuarios',
  },
};

/** What a new installation needs before it sells; each step leads to where it is done. */
export function FirstSteps({ done }: { done: NonNullable<Overview['firstSteps']> }) {
  const count = firstSteps.filter((step) => done[step]).length;
  return (
    <Panel title="Primeiros passos" lead={`${count} de ${firstSteps.length} feitos`}>
      <Rows plain>
        {firstSteps.map((step) => (
          <StepRow key={step} step={step} isDone={done[step]} />
        ))}
      </Rows>
    </Panel>
  );
}

function StepRow({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { title, about, to } = steps[step];
  return (
    <LinkRow to={to}>
      <Group component="span" gap="sm" wrap="nowrap" align="flex-start">
        {isDone ? (
          <IconCircleCheckFilled size={24} color="var(--success)" aria-hidden style={{ flex: 'none' }} />
        ) : (
          <IconCircle size={24} color="var(--text-muted)" aria-hidden style={{ flex: 'none' }} />
        )}
        <span>
          <Text span fw={600} c={isDone ? 'dimmed' : undefined}>
            {title}
            <span className={hidden.hidden}>{isDone ? ': feito' : ': a fazer'}</span>
          </Text>
          <Text span display="block" variant="hint">
            {about}
          </Text>
        </span>
      </Group>
    </LinkRow>
  );
}
