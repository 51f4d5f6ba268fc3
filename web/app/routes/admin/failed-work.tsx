import { Box, Button, Group, Loader, Text, Title } from '@mantine/core';
import { type FailedWork, failedWorkRoutes } from '@passeio/contract/failed-work';
import { plural } from '@passeio/contract/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, withRetry } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { Rows } from '~/ui/layout/rows';
import { Section, SectionCard } from '~/ui/layout/section';

/** What the system does by itself and gave up, with what that means. */
export function FailedWorkSection() {
  const { data, error, isFetching, refetch } = useQuery(load(failedWorkRoutes.list));
  const lead = data?.data.length
    ? 'O sistema faz isto sozinho e desistiu depois de várias tentativas. Cada trabalho fica aqui por 30 dias.'
    : data && 'Nenhum trabalho ficou para trás.';
  return (
    <Section title="Trabalhos com falha" lead={lead}>
      {!data && isFetching && <Loader aria-label="Carregando..." />}
      {!data && error && !isFetching && (
        <FormNotice>
          Não foi possível ver os trabalhos. {explainFailure(error)}
          <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
            Carregar de novo
          </Button>
        </FormNotice>
      )}
      {data && data.data.length > 0 && (
        <SectionCard>
          <Rows plain>
            {data.data.map((work, index) => (
              <Group
                key={work.name}
                component="li"
                gap="0.75rem 1.5rem"
                align="start"
                pt={index === 0 ? 0 : 'lg'}
                pb={index === data.data.length - 1 ? 0 : 'lg'}
              >
                <Facts work={work} />
                <Actions work={work} />
              </Group>
            ))}
          </Rows>
        </SectionCard>
      )}
    </Section>
  );
}

function Facts({ work: { label, ifFailed, reason, count, firstFailedAt, lastFailedAt } }: { work: FailedWork }) {
  const { formatMoment } = useFormats();
  const last = formatMoment(lastFailedAt);
  return (
    <Box flex="1 1 20rem" miw={0}>
      <Title order={3} fz="md" lh={1.4}>
        {label}
      </Title>
      <p>{ifFailed}</p>
      <Text pt={6}>{reason}</Text>
      <Text variant="hint">
        {count === 1
          ? `Falhou em ${last}`
          : `${plural(count, 'falha')}: a primeira em ${formatMoment(firstFailedAt)}, a última em ${last}`}
      </Text>
    </Box>
  );
}

function Actions({ work: { name, label, ifFailed, count, lastFailedAt: until } }: { work: FailedWork }) {
  const params = { name };
  const retrying = useMutation({
    mutationFn: () => withRetry(() => api.call(failedWorkRoutes.retry, { params, body: { until } })),
    onSuccess: () =>
      showAlert(
        'success',
        `${count === 1 ? 'Trabalho' : plural(count, 'trabalho')} de volta na fila. Já vamos tentar.`,
      ),
  });
  const discarding = useMutation({
    mutationFn: () => withRetry(() => api.call(failedWorkRoutes.discard, { params, query: { until } })),
    onSuccess: () =>
      showAlert('success', count === 1 ? 'Trabalho descartado.' : `${plural(count, 'trabalho')} descartados.`),
  });
  const busy = retrying.isPending || discarding.isPending;
  const discard = async () => {
    const jobs = plural(count, 'trabalho');
    const end = count === 1 ? 'este trabalho não será mais tentado' : `estes ${jobs} não serão mais tentados`;
    const sure = await askToConfirm({
      titulo: count === 1 ? 'Descartar o trabalho?' : `Descartar ${jobs}?`,
      mensagem: `${label}: ${end}. ${ifFailed} Não dá para desfazer.`,
      tipo: 'danger',
    });
    if (sure) discarding.mutate();
  };
  return (
    <Group gap={8}>
      <Button
        size="md"
        px="md"
        variant="default"
        disabled={busy}
        aria-label={`Tentar de novo: ${label}`}
        onClick={() => retrying.mutate()}
      >
        Tentar de novo
      </Button>
      <Button
        size="md"
        px="md"
        variant="subtle"
        color="red"
        disabled={busy}
        aria-label={`Descartar: ${label}`}
        onClick={() => void discard()}
      >
        Descartar
      </Button>
    </Group>
  );
}
