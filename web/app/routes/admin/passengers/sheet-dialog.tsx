import { Button, Group, Stack, Text } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import {
  columnPermissions,
  type ExportFormat,
  type PassengerColumn,
  type PassengerGroup,
  passengerColumnKeys,
  passengerColumns,
  passengerGroups,
  usualColumns,
} from '@passeio/contract/boarding/passengers';
import { type FormEvent, useId, useState } from 'react';
import { api, withRetry } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { saveFile } from '~/lib/save-file';
import { tripPaths } from '~/lib/trip-paths';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { Grid } from '~/ui/layout/grid';

/** What the printed and exported list shows. */
export interface SheetChoice {
  columns: readonly PassengerColumn[];
  group: PassengerGroup;
}

/** localStorage keys, per user. */
const columnsKey = (userId: string) => `passeio.colunas.${userId}`;
const groupKey = (userId: string) => `passeio.grupos.${userId}`;

/** Parses a comma-separated list of columns into the list's order; the defaults if none is valid. */
export function readColumns(text: string | null): readonly PassengerColumn[] {
  const named = text?.split(',') ?? [];
  const known = passengerColumnKeys.filter((column) => named.includes(column) && mayShow(column));
  return known.length > 0 ? known : usual();
}

function mayShow(column: PassengerColumn): boolean {
  const permission = columnPermissions[column];
  return !permission || may(permission);
}

function usual(): PassengerColumn[] {
  return usualColumns.filter(mayShow);
}

function readGroup(text: string | null): PassengerGroup {
  const groups = Object.keys(passengerGroups) as PassengerGroup[];
  return groups.find((group) => group === text) ?? 'boarding';
}

export function rememberedChoice(userId: string): SheetChoice {
  try {
    return {
      columns: readColumns(localStorage.getItem(columnsKey(userId))),
      group: readGroup(localStorage.getItem(groupKey(userId))),
    };
  } catch {
    // Storage is blocked: the defaults.
    return { columns: usual(), group: 'boarding' };
  }
}

export function rememberChoice(userId: string, { columns, group }: SheetChoice): void {
  try {
    localStorage.setItem(columnsKey(userId), columns.join(','));
    localStorage.setItem(groupKey(userId), group);
  } catch {
    // Storage is blocked: it holds for this page only.
  }
}

/** Path of the print page. */
export function sheetPath(tripId: string, { columns, group }: SheetChoice): string {
  const grouping = group === 'boarding' ? '' : `&agrupar=${group}`;
  return `${tripPaths.passengerSheet(tripId)}?colunas=${columns.join(',')}${grouping}`;
}

/** The choice in the print page's URL. */
export function readSheetChoice(params: URLSearchParams): SheetChoice {
  return { columns: readColumns(params.get('colunas')), group: readGroup(params.get('agrupar')) };
}

/** Downloads the list as a file, of some people or all. */
export async function saveList(
  tripId: string,
  format: ExportFormat,
  { columns, group }: SheetChoice,
  people?: readonly { id: string }[],
): Promise<void> {
  const participants = people?.map(({ id }) => id).join(',');
  const input = { params: { tripId }, query: { format, columns: columns.join(','), group, participants } };
  saveFile(await withRetry(() => api.download(passengerRoutes.exportSheet, input)));
}

interface SheetDialogProps {
  choice: SheetChoice;
  onClose: () => void;
  onChoose: (choice: SheetChoice) => void;
}

const groups = Object.entries(passengerGroups) as [PassengerGroup, string][];

/** Chooses the columns and the grouping of the printed and exported list. */
export function SheetDialog({ choice, onClose, onChoose }: SheetDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<PassengerColumn>>(new Set(choice.columns));
  const [group, setGroup] = useState(choice.group);
  const form = useId();

  function toggle(column: PassengerColumn): void {
    setChosen((before) => new Set(before).symmetricDifference(new Set([column])));
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (chosen.size > 0) onChoose({ columns: passengerColumnKeys.filter((column) => chosen.has(column)), group });
  }

  return (
    <ModalDialog
      title="Colunas e grupos da lista"
      lead="Valem para imprimir, PDF, Excel e CSV, e ficam guardados neste navegador."
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={() => setChosen(new Set(usual()))}>
            Usar as habituais
          </Button>
          <Button type="submit" form={form} size="md" disabled={chosen.size === 0}>
            Guardar escolha
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack>
          <Grid component="fieldset" columns={2} gap={0.25}>
            <legend>Agrupar</legend>
            {groups.map(([value, label]) => (
              <Group key={value} component="label" gap={10} mih={44}>
                <input type="radio" name="group" checked={group === value} onChange={() => setGroup(value)} />
                {label}
              </Group>
            ))}
          </Grid>
          <Grid component="fieldset" columns={2} gap={0.25}>
            <legend>Colunas</legend>
            {chosen.size === 0 && (
              <Text variant="hint" data-wide>
                Escolha ao menos uma coluna.
              </Text>
            )}
            {passengerColumnKeys.filter(mayShow).map((column) => (
              <Group key={column} component="label" gap={10} mih={44}>
                <input type="checkbox" checked={chosen.has(column)} onChange={() => toggle(column)} />
                {passengerColumns[column]}
              </Group>
            ))}
          </Grid>
        </Stack>
      </form>
    </ModalDialog>
  );
}
