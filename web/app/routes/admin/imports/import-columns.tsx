import { List, NativeSelect, Text } from '@mantine/core';
import { fieldsOf } from '@passeio/contract/imports/import-fields';
import { importRoutes } from '@passeio/contract/imports/import-routes';
import type { ImportColumns as Columns, ImportDetails } from '@passeio/contract/imports/imports';
import { useMutation } from '@tanstack/react-query';
import { reload, send } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import { Grid } from '~/ui/layout/grid';

/** Where the headers are, and which column is what. */
export function ImportColumns({ found }: { found: ImportDetails }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: Columns) => {
      await send(importRoutes.changeColumns, { params: { importId: found.id }, body });
      await reload();
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const columns = found.columns.map(({ field }) => field);
  const fields = Object.entries(fieldsOf(found.kind));
  const choose = (at: number, field: string | null) =>
    // A field is one column, but for those that may be several.
    columns.map((known, column) =>
      column === at ? field : known === field && !fieldsOf(found.kind)[field ?? '']?.many ? null : known,
    );

  const above =
    found.above === 1
      ? '1 linha acima dos títulos não é importada.'
      : `${found.above} linhas acima dos títulos não são importadas.`;
  const notes = [...(found.above > 0 ? [above] : []), ...found.notes];

  return (
    <>
      <NativeSelect
        label="Linha dos títulos"
        maw={736}
        disabled={isPending}
        value={String(found.headerLine)}
        onChange={({ currentTarget }) => mutate({ headerLine: Number(currentTarget.value), columns })}
        data={found.firstLines.map(({ line, text }) => ({
          value: String(line),
          label: `${line}: ${text.slice(0, 90)}`,
        }))}
      />
      <Grid component="ul" min="15rem" gap={1}>
        {found.columns.map(({ header, field, examples }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
          <li key={column}>
            <NativeSelect
              label={header || `Coluna ${column + 1}, sem título`}
              disabled={isPending}
              value={field ?? ''}
              onChange={({ currentTarget }) =>
                mutate({ headerLine: found.headerLine, columns: choose(column, currentTarget.value || null) })
              }
              data={[
                { value: '', label: 'Não importar' },
                ...fields.map(([key, { label, required }]) => ({ value: key, label: required ? `${label} *` : label })),
              ]}
            />
            <Text c="dimmed" fz="sm" truncate>
              {examples.join(' · ') || 'Vazia'}
            </Text>
          </li>
        ))}
      </Grid>
      {notes.length > 0 && (
        <List fz="sm" maw={736}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
