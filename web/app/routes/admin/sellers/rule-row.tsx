import { Button, Group, Text } from '@mantine/core';
import { commissionRoutes } from '@passeio/contract/sellers/seller-routes';
import type { CommissionRule } from '@passeio/contract/sellers/sellers';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { Row } from '~/ui/layout/rows';

/** A version of a rule: what it pays, for whom and where, and since when. */
export function RuleRow({ rule, onChange }: { rule: CommissionRule; onChange?: () => void }) {
  const { formatNumericDate } = useFormats();
  const { text, since, endedAt } = rule;
  const scope = useScopeText(rule);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(commissionRoutes.endRule, { params: { ruleId: rule.id } }),
    onSuccess: () => showAlert('success', 'Regra encerrada.'),
  });

  async function end(): Promise<void> {
    const mensagem = `${text}, ${scope}: não vale mais para novas reservas. As já feitas ficam com ela.`;
    if (await askToConfirm({ titulo: 'Encerrar a regra?', mensagem, tipo: 'danger' })) mutate();
  }

  return (
    <Row>
      <div>
        <Text fw={600}>{text}</Text>
        <Text fz="sm">{scope}</Text>
        <Text variant="hint">
          {endedAt
            ? `De ${formatNumericDate(since)} a ${formatNumericDate(endedAt)}`
            : `Desde ${formatNumericDate(since)}`}
        </Text>
      </div>
      {onChange && may('edit_trips') && (
        <Group gap={8}>
          <Button size="md" variant="default" aria-label={`Mudar ${text}, ${scope}`} onClick={onChange}>
            Mudar
          </Button>
          <Button
            size="md"
            variant="default"
            loading={isPending}
            aria-label={`Encerrar ${text}, ${scope}`}
            onClick={() => void end()}
          >
            Encerrar
          </Button>
        </Group>
      )}
    </Row>
  );
}

/** For whom and where a rule is, as "para Jussara, em todas as datas de Ubatuba". */
function useScopeText({ sellerName, tripTitle, tripDate, seriesId }: CommissionRule): string {
  const { formatShortDate } = useFormats();
  const seller = sellerName ? `para ${sellerName}` : 'para todos os vendedores';
  if (!tripTitle) return `${seller}, em todas as saídas`;
  const where = seriesId || !tripDate ? `todas as datas de ${tripTitle}` : `${tripTitle}, ${formatShortDate(tripDate)}`;
  return `${seller}, em ${where}`;
}
