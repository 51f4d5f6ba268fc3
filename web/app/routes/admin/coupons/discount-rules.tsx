import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { discountRuleRoutes } from '@passeio/contract/discounts/discount-rule-routes';
import type { StaffDiscountRule } from '@passeio/contract/discounts/discount-rules';
import { ruleText } from '@passeio/contract/discounts/rule-text';
import {
  IconChevronDown,
  IconChevronUp,
  IconDiscount,
  IconDotsVertical,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Row, Rows } from '~/ui/layout/rows';
import { ActionMenu } from '~/ui/navigation/action-menu';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/discount-rules';
import type { RuleStart } from './rule-dialog';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Descontos automáticos');
export const handle = { title: 'Descontos automáticos' };

// Larger than the list, and rarely opened.
const RuleDialog = lazyDialog(async () => (await import('./rule-dialog')).RuleDialog);

export function clientLoader() {
  return preload(load(discountRuleRoutes.list));
}

const anything = { minPeople: null, minTotalCents: null, minDaysBefore: null, fareLabels: [] };

const starts: RuleStart[] = [
  {
    label: 'Reserva antecipada',
    condition: { ...anything, minDaysBefore: 60 },
    benefit: { kind: 'amount_each', value: 3_000, fareLabels: [] },
  },
  {
    label: 'Grupo',
    condition: { ...anything, minPeople: 10 },
    benefit: { kind: 'percent', value: 10, fareLabels: [] },
  },
  {
    label: 'Criança grátis com dois adultos',
    condition: { ...anything, minPeople: 2, fareLabels: ['Adulto'] },
    benefit: { kind: 'cheapest_free', value: 1, fareLabels: ['Criança'] },
  },
];

/** Automatic discounts in the order in which they apply. */
export default function DiscountRules({ loaderData }: Route.ComponentProps) {
  const {
    data: { data: rules },
  } = useSuspenseQuery(loaderData);
  const [edited, setEdited] = useState<{ rule?: StaffDiscountRule; start?: RuleStart }>();

  return (
    <Stack>
      <NavLink to="/admin/cupons">Cupons</NavLink>
      {rules.length > 0 ? (
        <>
          <Group>
            <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited({})}>
              Novo desconto
            </Button>
          </Group>
          <Text c="dimmed" fz="sm">
            Aplicados nesta ordem, cada um sobre o que sobra do anterior; o cupom vem por último.
          </Text>
          <RuleList rules={rules} onEdit={(rule) => setEdited({ rule })} />
        </>
      ) : (
        <EmptyState
          icon={IconDiscount}
          title="Nenhum desconto automático ainda"
          text="Ele entra sozinho no valor de quem cumpre a condição, sem código. Comece por um destes e mude o que quiser."
        >
          {starts.map((start) => (
            <Button key={start.label} size="md" variant="default" onClick={() => setEdited({ start })}>
              {start.label}
            </Button>
          ))}
        </EmptyState>
      )}
      {edited && (
        <RuleDialog
          {...edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ label }) => {
            showAlert('success', edited.rule ? `${label}: alterado.` : `${label}: criado.`);
            setEdited(undefined);
          }}
        />
      )}
    </Stack>
  );
}

interface RuleListProps {
  rules: StaffDiscountRule[];
  onEdit: (rule: StaffDiscountRule) => void;
}

/** The discounts, each to be moved, edited, switched and, until it is used, deleted. */
function RuleList({ rules, onEdit }: RuleListProps) {
  const { mutate: act, isPending } = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    onError: (error) => showAlert('error', explainFailure(error)),
  });

  function move(index: number, by: -1 | 1): void {
    const ids = rules.map(({ id }) => id);
    const [moved = ''] = ids.splice(index, 1);
    ids.splice(index + by, 0, moved);
    act(() => api.call(discountRuleRoutes.reorder, { body: { ids } }));
  }

  function switchRule({ id, position: _, isUsed: _used, ...rule }: StaffDiscountRule): void {
    const body = { ...rule, isActive: !rule.isActive };
    act(() => api.call(discountRuleRoutes.change, { params: { ruleId: id }, body }));
  }

  function remove({ id }: StaffDiscountRule): void {
    act(() => api.call(discountRuleRoutes.delete, { params: { ruleId: id } }));
  }

  return (
    <Rows aria-label="Descontos automáticos">
      {rules.map((rule, index) => (
        <Row key={rule.id}>
          <div>
            <Text fw={600}>{rule.label}</Text>
            <Text c="dimmed" fz={13}>
              {ruleText(rule)}
            </Text>
            <RuleState rule={rule} />
          </div>
          <Group gap={0} wrap="nowrap">
            <MoveButton label={`Subir ${rule.label}`} isOff={index === 0 || isPending} onClick={() => move(index, -1)}>
              <IconChevronUp size={20} aria-hidden />
            </MoveButton>
            <MoveButton
              label={`Descer ${rule.label}`}
              isOff={index === rules.length - 1 || isPending}
              onClick={() => move(index, 1)}
            >
              <IconChevronDown size={20} aria-hidden />
            </MoveButton>
            <ActionMenu
              width={200}
              button={
                <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={`Ações de ${rule.label}`}>
                  <IconDotsVertical size={20} aria-hidden />
                </ActionIcon>
              }
              entries={[
                { label: 'Editar', icon: IconPencil, onSelect: () => onEdit(rule) },
                {
                  label: rule.isActive ? 'Desligar' : 'Ligar',
                  icon: rule.isActive ? IconPlayerPause : IconPlayerPlay,
                  onSelect: () => switchRule(rule),
                },
                ...(rule.isUsed ? [] : [{ label: 'Apagar', icon: IconTrash, onSelect: () => remove(rule) }]),
              ]}
            />
          </Group>
        </Row>
      ))}
    </Rows>
  );
}

function RuleState({ rule: { isActive, validFrom, validUntil, tripIds } }: { rule: StaffDiscountRule }) {
  const { formatNumericDate } = useFormats();
  const now = Date.now();
  const texts = [
    !isActive && 'Desligado',
    validFrom && Date.parse(validFrom) > now && `Vale a partir de ${formatNumericDate(validFrom)}`,
    // The last day that counts.
    validUntil &&
      `${Date.parse(validUntil) <= now ? 'Venceu em' : 'Vale até'} ${formatNumericDate(new Date(Date.parse(validUntil) - 1).toISOString())}`,
    tripIds.length > 0 && (tripIds.length === 1 ? 'Só em 1 passeio' : `Só em ${tripIds.length} passeios`),
  ].filter(Boolean);
  return texts.length > 0 ? (
    <Text c="dimmed" fz={13}>
      {texts.join(' · ')}
    </Text>
  ) : null;
}

interface MoveButtonProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

// Not `disabled`: a button that is pressed to the end of the list would lose the focus.
function MoveButton({ label, isOff, onClick, children }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      radius="xl"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  );
}
