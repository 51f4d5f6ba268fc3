import { Anchor, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { importRoutes } from '@passeio/contract/imports/import-routes';
import type { ImportDetails, ImportQuestion } from '@passeio/contract/imports/imports';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reload, send } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import { rowsText, StateBadge } from './import-texts';

/** What a file leaves open, answered once for all of its rows. */
export function ImportQuestions({ found }: { found: ImportDetails }) {
  return (
    <Stack component="ul" gap={16} maw="46rem">
      {found.questions.map((question) => (
        <li key={question.key}>
          <Question importId={found.id} question={question} />
        </li>
      ))}
    </Stack>
  );
}

function Question({ importId, question }: { importId: string; question: ImportQuestion }) {
  const { key, text, choices, answer, rows } = question;
  const { mutate, isPending } = useMutation({
    mutationFn: async (given: string) => {
      await send(importRoutes.answer, { params: { importId }, body: { key, answer: given || null } });
      await reload();
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const shared = {
    label: text,
    description: rows > 0 ? `${rowsText(rows)} ${answer ? 'com esta resposta' : 'à espera'}` : undefined,
    disabled: isPending,
  };
  if (choices.length > 0)
    return (
      <NativeSelect
        {...shared}
        value={answer ?? ''}
        onChange={({ currentTarget }) => mutate(currentTarget.value)}
        data={[{ value: '', label: 'Escolha' }, ...choices]}
      />
    );
  return (
    <TextInput
      {...shared}
      key={answer ?? ''}
      defaultValue={answer ?? ''}
      inputMode="numeric"
      maxLength={2}
      maw={240}
      onBlur={({ currentTarget: { value } }) => value !== (answer ?? '') && mutate(value)}
      onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && currentTarget.blur()}
    />
  );
}

/** The tabs of a workbook, each of which is an import. */
export function ImportTabs({ found }: { found: ImportDetails }) {
  return (
    <Stack component="nav" aria-label="Abas da planilha" gap={0} mb="lg">
      {found.tabs.map(({ id, name, isHidden, state, rows }) => (
        <Group key={id} gap="0.25rem 0.75rem">
          {id === found.id ? (
            <Text fw={600} py={9} aria-current="page">
              {name}
            </Text>
          ) : (
            <Anchor component={Link} to={`/admin/importar/${id}`} fw={600} py={9}>
              {name}
            </Anchor>
          )}
          <Text c="dimmed" fz="sm">
            {rowsText(rows)}
            {isHidden && ', aba oculta'}
          </Text>
          <StateBadge state={state} />
        </Group>
      ))}
    </Stack>
  );
}
