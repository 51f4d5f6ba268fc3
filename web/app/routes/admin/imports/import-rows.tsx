import { Button, Group, Text } from '@mantine/core';
import { fieldsOf } from '@passeio/contract/imports/import-fields';
import { importRoutes } from '@passeio/contract/imports/import-routes';
import { type ImportDetails, type ImportRow, type RowOutcome, rowOutcomes } from '@passeio/contract/imports/imports';
import { IconFileDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load, reload, send } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import styles from './imports.module.css';

const SIZE = 50;
const colors: Record<RowOutcome, StatusColor> = {
  create: 'good',
  update: 'news',
  skip: 'quiet',
  left_out: 'bad',
  ignored: 'quiet',
};

/** What becomes, or has become, of a row. */
const labelsOf = ({ state }: Pick<ImportDetails, 'state'>): Record<RowOutcome, string> =>
  state === 'open' || state === 'applying' ? rowOutcomes : { ...rowOutcomes, create: 'Criada', update: 'Atualizada' };

/** The rows as they are written, page by page, with their errors and warnings; open ones are corrected in place. */
export function ImportRows({ found }: { found: ImportDetails }) {
  const { create, update, skip, leftOut, ignored } = found.counts;
  const [outcome, setOutcome] = useState<RowOutcome | 'all'>(leftOut > 0 ? 'left_out' : 'all');
  const [page, setPage] = useState(1);
  const query = { page, size: SIZE, ...(outcome !== 'all' && { outcome }) };
  const { data } = useQuery({
    ...load(importRoutes.listRows, { params: { importId: found.id }, query }),
    placeholderData: keepPreviousData,
  });
  const counted: [RowOutcome | 'all', number][] = [
    ['all', create + update + skip + leftOut + ignored],
    ['create', create],
    ['update', update],
    ['skip', skip],
    ['left_out', leftOut],
    ['ignored', ignored],
  ];
  const choices = counted
    .filter(([key, count]) => key === 'all' || key === outcome || count > 0)
    .map(([key, count]) => [key, `${key === 'all' ? 'Todas' : labelsOf(found)[key]} (${count})`] as const);
  const pages = Math.ceil((data?.page.total ?? 0) / SIZE);
  return (
    <>
      <ChoiceGroup
        legend="Mostrar"
        choices={choices}
        value={outcome}
        onChange={(chosen) => {
          setPage(1);
          setOutcome(chosen);
        }}
      />
      {leftOut > 0 && <BadRowsButton importId={found.id} />}
      {data && data.data.length === 0 && <Text>Nenhuma linha aqui.</Text>}
      {data && data.data.length > 0 && <Grid found={found} rows={data.data} />}
      {pages > 1 && (
        <Group>
          <Button size="md" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <Text>
            Página {page} de {pages}
          </Text>
          <Button size="md" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Próximas
          </Button>
        </Group>
      )}
    </>
  );
}

function BadRowsButton({ importId }: { importId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.download(importRoutes.downloadBadRows, { params: { importId }, query: {} }),
    onSuccess: saveFile,
  });
  return (
    <Button
      size="md"
      variant="default"
      style={{ alignSelf: 'start' }}
      leftSection={<IconFileDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Baixar linhas com erro
    </Button>
  );
}

function Grid({ found, rows }: { found: ImportDetails; rows: readonly ImportRow[] }) {
  const fields = fieldsOf(found.kind);
  return (
    // Focusable, so that keyboards can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={styles.scroll} tabIndex={0} aria-label="Linhas da planilha">
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Linha</th>
            {found.columns.map(({ header, field }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
              <th key={column} scope="col" data-unused={!field || undefined}>
                {(field && fields[field]?.label) ?? header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow key={row.line} found={found} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GridRow({ found, row }: { found: ImportDetails; row: ImportRow }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { column: number; text: string }) => {
      await send(importRoutes.changeCell, { params: { importId: found.id, line: String(row.line) }, body });
      await reload();
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const isOpen = found.state === 'open';
  return (
    <>
      <tr>
        <th scope="row">
          {row.line}
          <StatusBadge color={colors[row.outcome] ?? 'quiet'}>
            {labelsOf(found)[row.outcome] ?? row.outcome}
          </StatusBadge>
        </th>
        {found.columns.map(({ header, field }, column) => {
          const text = row.cells[column] ?? '';
          const problem = row.problems.find((one) => one.field !== null && one.field === field);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
            <td key={column} data-problem={problem && (problem.isWarning ? 'warning' : 'error')}>
              {isOpen && field ? (
                <input
                  key={text}
                  className={styles.cell}
                  aria-label={`${header}, linha ${row.line}`}
                  aria-invalid={problem && !problem.isWarning ? true : undefined}
                  defaultValue={text}
                  disabled={isPending}
                  maxLength={1_000}
                  onBlur={({ currentTarget: { value } }) => value !== text && mutate({ column, text: value })}
                  onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
                />
              ) : (
                <span className={styles.text}>{text}</span>
              )}
            </td>
          );
        })}
      </tr>
      {row.problems.length > 0 && (
        <tr className={styles.problems}>
          <td colSpan={found.columns.length + 1}>
            {row.problems.map(({ text, isWarning }) => (
              <Text key={text} span display="block" fz="sm" c={isWarning ? 'dimmed' : 'red'}>
                {text}
              </Text>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
