import { Button, Group, Stack, Text } from '@mantine/core';
import { type ImportKind, importKinds } from '@passeio/contract/imports/import-fields';
import { importRoutes } from '@passeio/contract/imports/import-routes';
import type { ImportSummary } from '@passeio/contract/imports/imports';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { FileDrop } from '~/ui/editing/file-drop';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/imports';
import { countsText, StateBadge } from './import-texts';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Importar');
export const handle = { title: 'Importar' };

export function clientLoader() {
  return preload(load(importRoutes.list));
}

const choices = Object.entries(importKinds) as [ImportKind, string][];
const hints: Record<ImportKind, string> = {
  clients: 'Uma linha para cada pessoa. Quem tem o mesmo CPF ou e-mail é atualizado, não repetido.',
  trips: 'Uma linha para cada saída. O mesmo passeio na mesma data é atualizado. Passeios novos entram como rascunho.',
  reservations:
    'Uma linha para cada passageiro, depois dos passeios. Uma lista só de uma saída também serve. Quem tem o mesmo código ou a mesma pessoa que paga fica numa reserva.',
};

/** Brings in what the operator has in spreadsheets, and gives it back in the same format. */
export default function Imports({ loaderData }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(loaderData);
  const [kind, setKind] = useState<ImportKind>('clients');
  const { formatMoment } = useFormats();
  return (
    <>
      <Text c="dimmed" maw={736} mb="md" textWrap="pretty">
        Traga o que você já tem em planilhas. Nada é gravado antes de você conferir, ninguém recebe mensagem sem você
        pedir, e tudo pode ser desfeito por 7 dias.
      </Text>
      <Stack gap="md" mb="xl">
        <ChoiceGroup legend="O que você quer importar?" choices={choices} value={kind} onChange={setKind} />
        <Text fz="sm" maw={736}>
          {hints[kind]}
        </Text>
        <SheetDrop key={kind} kind={kind} />
        <Downloads kind={kind} />
      </Stack>
      {data.data.length > 0 && (
        <Section title="Últimas importações">
          <Rows aria-label="Últimas importações">
            {listed(data.data).map((one) => (
              <LinkRow key={one.id} to={`/admin/importar/${one.id}`}>
                <div style={{ overflowWrap: 'anywhere' }}>
                  <strong>
                    {one.filename}
                    {one.tab && `, aba ${one.tab}`}
                  </strong>
                  <Text c="dimmed" fz="sm">
                    {importKinds[one.kind]}, {formatMoment(one.createdAt)}.{' '}
                    {countsText(one.counts, one.state !== 'open')}
                  </Text>
                </div>
                <StateBadge state={one.state} />
              </LinkRow>
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}

/** The open tab of a file that brings most stands for all: the others are reached from it. */
function listed(imports: readonly ImportSummary[]): ImportSummary[] {
  const open = imports.filter(({ state, fileId }) => state === 'open' && fileId);
  const brings = ({ counts }: ImportSummary) => counts.create + counts.update;
  const best = new Map<unknown, ImportSummary>();
  for (const one of open) {
    const before = best.get(one.fileId);
    if (!before || brings(one) > brings(before)) best.set(one.fileId, one);
  }
  return imports.filter((one) => !open.includes(one) || best.get(one.fileId) === one);
}

function SheetDrop({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate();
  const [part, setPart] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      setPart(0);
      return api.call(importRoutes.upload, { params: { kind }, body: { file }, toast: false, onProgress: setPart });
    },
    onSuccess: ({ id }) => void navigate(`/admin/importar/${id}`),
  });
  return (
    <FileDrop
      label="Planilha"
      button="Escolher planilha"
      hint="XLSX ou CSV, até 10 MB e 20.000 linhas"
      accept=".xlsx,.csv,.txt,.xls"
      isPending={isPending}
      part={part}
      progress={{ sending: 'Envio da planilha', reading: 'Lendo a planilha…' }}
      refusal={error ? explainFailure(error) : undefined}
      onFile={(file) => mutate(file)}
    />
  );
}

function Downloads({ kind }: { kind: ImportKind }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (empty: 'true' | 'false') =>
      api.download(importRoutes.exportSheet, { params: { kind }, query: { empty } }),
    onSuccess: saveFile,
  });
  const icon = <IconFileDownload size={18} aria-hidden />;
  const name = importKinds[kind].toLocaleLowerCase('pt-BR');
  return (
    <Group>
      <Button
        size="md"
        variant="default"
        leftSection={icon}
        loading={isPending && variables === 'true'}
        onClick={() => mutate('true')}
      >
        Baixar planilha modelo
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={icon}
        loading={isPending && variables === 'false'}
        onClick={() => mutate('false')}
      >
        Baixar {name} daqui
      </Button>
    </Group>
  );
}
