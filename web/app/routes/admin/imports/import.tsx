import { Box, Button, Group, List, Loader, Switch, Text } from '@mantine/core';
import { importKinds } from '@passeio/contract/imports/import-fields';
import { importRoutes } from '@passeio/contract/imports/import-routes';
import type { ImportDetails, ImportState } from '@passeio/contract/imports/imports';
import { IconArrowBackUp, IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { load, preload, reload, send } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import barStyles from '~/ui/layout/floating-bar.module.css';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/import';
import { ImportColumns } from './import-columns';
import { ImportQuestions, ImportTabs } from './import-questions';
import { ImportRows } from './import-rows';
import { countsText, StateBadge } from './import-texts';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Importar');
export const handle = { title: 'Importar' };

export function clientLoader({ params: { importId } }: Route.ClientLoaderArgs) {
  return preload(load(importRoutes.read, { params: { importId } }));
}

const POLL_MS = 1_000;

const inWork = (state: ImportState | undefined) => state === 'applying' || state === 'undoing';

/** An import: which column is what, its rows, and what becomes of them. */
export default function Import({ loaderData }: Route.ComponentProps) {
  const { data: found } = useSuspenseQuery({
    ...loaderData,
    refetchInterval: (query) => (inWork(query.state.data?.state) ? POLL_MS : false),
  });
  const { formatMoment } = useFormats();
  return (
    <>
      <NavLink to="/admin/importar" icon={<IconArrowLeft size={18} aria-hidden />}>
        Todas as importações
      </NavLink>
      <Group component="header" justify="space-between" gap="0.75rem 1.5rem" mb="md">
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <h2>{found.filename}</h2>
          <Text c="dimmed">
            {importKinds[found.kind]}
            {found.tab && found.tabs.length > 1 && `, aba ${found.tab}`}, {formatMoment(found.createdAt)}
          </Text>
        </Box>
        <StateBadge state={found.state} />
      </Group>
      {found.tabs.length > 1 && <ImportTabs found={found} />}
      {found.failure && (
        <Box mb="md">
          <FormNotice>{found.failure}</FormNotice>
        </Box>
      )}
      {found.state === 'open' ? <OpenImport found={found} /> : <Written found={found} />}
    </>
  );
}

function OpenImport({ found }: { found: ImportDetails }) {
  const isMatched = found.missing.length === 0;
  return (
    <>
      <Section
        title="1. Colunas"
        lead="Confira qual coluna é qual. O que você mudar fica lembrado para o próximo arquivo."
      >
        <ImportColumns key={found.headerLine} found={found} />
      </Section>
      {isMatched && found.questions.length > 0 && (
        <Section
          title="2. Perguntas"
          lead="O que o arquivo não diz, você responde uma vez para todas as linhas. O que vale sempre fica lembrado."
        >
          <ImportQuestions found={found} />
        </Section>
      )}
      {isMatched && (
        <Section
          title={found.questions.length > 0 ? '3. Linhas' : '2. Linhas'}
          lead="Corrija aqui mesmo, célula por célula, ou baixe as linhas com erro."
        >
          <ImportRows found={found} />
        </Section>
      )}
      <ConfirmBar found={found} isMatched={isMatched} />
    </>
  );
}

/** As "1 pergunta sem resposta. " */
function openText({ questions }: ImportDetails): string {
  const open = questions.filter(({ answer, rows }) => answer === null && rows > 0).length;
  return open === 0 ? '' : `${open} ${open === 1 ? 'pergunta' : 'perguntas'} sem resposta. `;
}

function ConfirmBar({ found, isMatched }: { found: ImportDetails; isMatched: boolean }) {
  const navigate = useNavigate();
  const [notify, setNotify] = useState(false);
  const { create, update } = found.counts;
  const params = { importId: found.id };
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await send(importRoutes.confirm, { params, body: { notify } });
      await reload();
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const { mutate: discard } = useMutation({
    mutationFn: () => send(importRoutes.discard, { params }),
    onSuccess: () => void navigate('/admin/importar'),
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const left = found.counts.leftOut > 0 ? ' As linhas com erro ficam de fora.' : '';

  async function confirm(): Promise<void> {
    const told = notify ? 'Quem tem e-mail recebe o da sua reserva.' : 'Ninguém recebe mensagem.';
    const mensagem = `${countsText(found.counts)}${left} ${told} Você pode desfazer por 7 dias.`;
    if (await askToConfirm({ titulo: 'Importar a planilha?', mensagem })) mutate();
  }

  return (
    <div className={barStyles.bar}>
      <Text role="status" flex="999 1 auto">
        {isMatched
          ? `${openText(found)}${countsText(found.counts)}`
          : `Falta dizer qual coluna é: ${found.missing.join(', ')}.`}
      </Text>
      {found.kind === 'reservations' && create > 0 && (
        <Switch
          size="md"
          label="Avisar os clientes por e-mail"
          checked={notify}
          onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
        />
      )}
      <Group gap={4} wrap="nowrap" flex="1 1 auto">
        <Button
          size="md"
          px={12}
          variant="subtle"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => discard()}
        >
          Descartar
        </Button>
        <Button
          size="md"
          flex="1 1 auto"
          disabled={!isMatched || create + update === 0}
          loading={isPending}
          onClick={() => void confirm()}
        >
          Importar {(create + update).toLocaleString('pt-BR')}
        </Button>
      </Group>
    </div>
  );
}

/** An import that is confirmed: what came of it, and how to take it back. */
function Written({ found }: { found: ImportDetails }) {
  const { formatMoment } = useFormats();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await send(importRoutes.undo, { params: { importId: found.id } });
      await reload();
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  if (inWork(found.state))
    return (
      <Group role="status">
        <Loader size="sm" aria-hidden />
        <Text>{found.state === 'undoing' ? 'Desfazendo' : 'Importando'}… Você pode sair desta página.</Text>
      </Group>
    );

  async function undo(): Promise<void> {
    const mensagem =
      found.kind === 'reservations'
        ? 'As reservas criadas ficam na lista como canceladas, com os pagamentos estornados, fora dos relatórios. Quem paga continua entre os clientes, e o que já foi usado fica.'
        : 'O que a importação criou é apagado, e o que ela mudou volta a ser como era. O que já foi usado fica.';
    if (await askToConfirm({ titulo: 'Desfazer a importação?', mensagem, tipo: 'danger' })) mutate();
  }

  return (
    <>
      <Text mb="md">{found.state === 'undone' ? 'A importação foi desfeita.' : countsText(found.counts, true)}</Text>
      {found.kept.length > 0 && (
        <Section
          title="O que ficou"
          lead="Isto continua aqui: por ser histórico, ou porque já foi usado ou mudou depois."
        >
          <List>
            {found.kept.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Section>
      )}
      {found.undoUntil && (
        <Group mb="lg">
          <Button
            size="md"
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={isPending}
            onClick={() => void undo()}
          >
            Desfazer importação
          </Button>
          <Text c="dimmed" fz="sm">
            Até {formatMoment(found.undoUntil)}
          </Text>
        </Group>
      )}
      <Section title="Linhas">
        <ImportRows found={found} />
      </Section>
    </>
  );
}
