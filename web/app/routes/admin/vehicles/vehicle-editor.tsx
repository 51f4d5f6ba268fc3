import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  type CellKind,
  cellKinds,
  MAX_COLUMNS,
  MAX_ROWS,
  numberings,
  type SeatMap,
  seatSide,
  seatSides,
  seatsOf,
  vehiclePresets,
} from '@passeio/contract/seats/seat-map';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import { type Vehicle, type VehicleDraft, vehicleDraft } from '@passeio/contract/seats/vehicles';
import {
  IconArrowBackUp,
  IconDoor,
  IconRowInsertBottom,
  IconToiletPaper,
  IconTrash,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Floor, FloorRow } from '~/features/seats/seat-map';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { Grid } from '~/ui/layout/grid';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/vehicle-editor';
import {
  type EditedMap,
  type EditedNumbering,
  editMap,
  type MapChange,
  type Square,
  startEditing,
} from './map-editing';
import styles from './vehicles.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Veículo');
export const handle = {
  title: ({ vehicleId }: { vehicleId?: string }) => (vehicleId === NEW ? 'Novo veículo' : 'Editar veículo'),
};

/** Id segment in the URL of a new vehicle. */
const NEW = 'novo';
const [, , , firstPreset] = vehiclePresets;

export async function clientLoader({ params: { vehicleId: id } }: Route.ClientLoaderArgs) {
  return id === NEW ? null : preload(load(vehicleRoutes.read, { params: { id } }));
}

export default function VehicleEditorPage({ loaderData, params }: Route.ComponentProps) {
  if (!loaderData) return <VehicleEditor vehicle={null} />;
  return <Existing key={params.vehicleId} query={loaderData} />;
}

function Existing({ query }: { query: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { data: vehicle } = useSuspenseQuery({ ...query, refetchOnWindowFocus: false });
  return <VehicleEditor key={vehicle.version} vehicle={vehicle} />;
}

/** Name, plate and seat map of a vehicle. */
function VehicleEditor({ vehicle }: { vehicle: Vehicle | null }) {
  const start = vehicle?.map ?? firstPreset?.map ?? [];
  const [edited, edit] = useReducer(editMap, start, startEditing);
  const navigate = useNavigate();
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { name: vehicle?.name ?? '', plate: vehicle?.plate ?? '' },
    schema: vehicleDraft,
    toBody: (values) => ({ ...values, map: edited.map }),
    save,
    onSaved: (saved) => {
      showAlert('success', `${saved.name}: veículo salvo, com ${saved.seats} poltronas.`);
      if (!vehicle) leaveFreely(() => void navigate('/admin/veiculos'));
    },
    fields: { VEHICLE_NAME_TAKEN: 'name', VEHICLE_PLATE_TAKEN: 'plate' },
  });
  const isDirty = form.isDirty() || edited.past.length > 0;
  const { leaveFreely } = useUnsavedWarning(isDirty, 'O que você mudou neste veículo não foi salvo.');

  function save(draft: VehicleDraft): Promise<Vehicle> {
    if (!vehicle) return api.call(vehicleRoutes.create, { body: draft, toast: false });
    const { id, version } = vehicle;
    return api.call(vehicleRoutes.change, { params: { id }, body: { ...draft, version }, toast: false });
  }

  function change(act: MapChange): void {
    edit(act);
    // What was wrong with the map may be mended.
    if (act.do !== 'go') form.clearFieldError('map');
  }

  function undo(): void {
    change({ do: 'restart', map: start });
    form.reset();
  }

  const text = { size: 'md', autoComplete: 'off', withAsterisk: false } as const;
  return (
    <>
      <nav aria-label="Veículos">
        <NavLink to="/admin/veiculos">Veículos</NavLink>
      </nav>
      <form {...props} method="post">
        <Section
          fields
          id="veiculo"
          title="Veículo"
          lead="Como a equipe o chama, e a placa para a lista de passageiros."
        >
          <div className={fields.grid}>
            <TextInput
              {...text}
              required
              name="name"
              label="Nome"
              maxLength={60}
              {...form.getInputProps('name')}
              placeholder="Ônibus azul 46"
            />
            <TextInput
              {...text}
              name="plate"
              label="Placa (opcional)"
              maxLength={8}
              {...form.getInputProps('plate')}
              placeholder="ABC1D23"
            />
          </div>
        </Section>
        <Section
          fields
          id="mapa"
          title="Mapa de poltronas"
          lead="Visto de cima: a frente no alto, o motorista à esquerda. Escolha o que desenhar e toque nos lugares."
        >
          <Presets onChosen={(map) => change({ do: 'replace', map })} />
          <p role="status">{seatsOf(edited.map).length} poltronas</p>
          <SeatMapEditor edited={edited} onChange={change} />
          {form.errors.map && <p role="alert">{form.errors.map}</p>}
        </Section>
        {isDirty && failure && <FormNotice>{failure}</FormNotice>}
        <Group mt="lg" justify="space-between">
          <FormActions save="Salvar veículo" dirty={isDirty} busy={isPending} onUndo={undo} />
          {vehicle && !isDirty && <ArchiveButton vehicle={vehicle} />}
        </Group>
      </form>
    </>
  );
}

/** Usual maps; choosing one replaces what is drawn, which can be undone. */
function Presets({ onChosen }: { onChosen: (map: SeatMap) => void }) {
  return (
    <NativeSelect
      label="Começar de um mapa pronto"
      description="Substitui o desenho; “Desfazer” traz o anterior de volta"
      size="md"
      value=""
      onChange={({ currentTarget: { value } }) => {
        const preset = vehiclePresets.find(({ key }) => key === value);
        if (preset) onChosen(preset.map);
      }}
      data={[{ value: '', label: 'Escolha…' }, ...vehiclePresets.map(({ key, label }) => ({ value: key, label }))]}
    />
  );
}

function ArchiveButton({ vehicle: { id, name, isArchived } }: { vehicle: Vehicle }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(vehicleRoutes.archive, { params: { id }, body: { isArchived: !isArchived } }),
    onSuccess: () => showAlert('success', isArchived ? `${name}: desarquivado.` : `${name}: arquivado.`),
  });
  async function archive(): Promise<void> {
    const mensagem = `${name} não aparece mais para novos passeios. Os passeios que já o usam continuam com ele, e você pode desarquivar quando quiser.`;
    if (isArchived || (await askToConfirm({ titulo: 'Arquivar o veículo?', mensagem }))) mutate();
  }
  return (
    <Button type="button" size="md" variant="default" loading={isPending} onClick={() => void archive()}>
      {isArchived ? 'Desarquivar' : 'Arquivar'}
    </Button>
  );
}

interface SeatMapEditorProps {
  edited: EditedMap;
  onChange: (change: MapChange) => void;
}

const tools = Object.entries(cellKinds) as [CellKind, string][];
const numberingLabels: Record<EditedNumbering, string> = { ...numberings, byHand: 'À mão' };

/** Draws a vehicle's floor: a kind of square is chosen, and pressed where it belongs. */
function SeatMapEditor({ edited, onChange }: SeatMapEditorProps) {
  const [tool, setTool] = useState<CellKind>('seat');
  return (
    <Grid columns="minmax(0, 1fr) auto" from={62} gap={1.25} className={styles.editor}>
      <ChoiceGroup legend="O que desenhar" choices={tools} value={tool} onChange={setTool} />
      <EditedFloor edited={edited} tool={tool} onChange={onChange} />
      <Stack>
        <NativeSelect
          label="Numeração"
          size="md"
          data={Object.entries(numberingLabels).map(([value, label]) => ({ value, label }))}
          value={edited.numbering}
          onChange={({ currentTarget: { value } }) => onChange({ do: 'number', numbering: value as EditedNumbering })}
        />
        <NativeSelect
          label="Largura"
          size="md"
          data={Array.from({ length: MAX_COLUMNS }, (_, index) => ({
            value: `${index + 1}`,
            label: `${index + 1} por fileira`,
          }))}
          value={String(edited.map[0]?.length ?? 1)}
          onChange={({ currentTarget: { value } }) => onChange({ do: 'width', columns: Number(value) })}
        />
        <ChosenSquare edited={edited} onChange={onChange} />
      </Stack>
    </Grid>
  );
}

/** What can be done with the square that is chosen, and with its row. */
function ChosenSquare({ edited: { map, at, past }, onChange }: SeatMapEditorProps) {
  const cell = map[at.row]?.[at.column];
  return (
    <Stack component="fieldset" gap={12} miw={0}>
      <legend>Fileira {at.row + 1}</legend>
      {cell?.kind === 'seat' && (
        <TextInput
          // The number of another seat comes into a field of its own.
          key={`${at.row} ${at.column} ${cell.label}`}
          label="Número da poltrona"
          size="md"
          maxLength={4}
          autoComplete="off"
          defaultValue={cell.label}
          onBlur={({ currentTarget: { value } }) =>
            value.trim() !== cell.label && onChange({ do: 'label', label: value })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      )}
      <Group gap={8}>
        <Button
          variant="default"
          size="md"
          disabled={map.length >= MAX_ROWS}
          leftSection={<IconRowInsertBottom size={20} aria-hidden />}
          onClick={() => onChange({ do: 'insertRow' })}
        >
          Repetir fileira
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={map.length <= 1}
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => onChange({ do: 'removeRow' })}
        >
          Tirar fileira
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={past.length === 0}
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => onChange({ do: 'undo' })}
        >
          Desfazer
        </Button>
      </Group>
    </Stack>
  );
}

const steps: Record<string, Square> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The floor with one tab stop: arrows move, Enter or space draw. */
function EditedFloor({ edited: { map, at }, tool, onChange }: SeatMapEditorProps & { tool: CellKind }) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only follows the arrows: the focus is not taken from elsewhere.
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>(`[data-square="${at.row} ${at.column}"]`)?.focus();
  }, [at]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ do: 'go', to: { row: at.row + step.row, column: at.column + step.column } });
  }

  return (
    <Floor
      label={`Mapa do veículo, ${seatsOf(map).length} poltronas`}
      grid={grid}
      onKeyDown={onKeyDown}
      className={styles.map}
    >
      {map.map((row, rowIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <FloorRow key={rowIndex}>
          {row.map((_, column) => (
            <SquareButton
              // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place.
              key={column}
              {...{ row, column }}
              place={`${rowIndex} ${column}`}
              isChosen={rowIndex === at.row && column === at.column}
              onPress={() => onChange({ do: 'paint', at: { row: rowIndex, column }, kind: tool })}
            />
          ))}
        </FloorRow>
      ))}
    </Floor>
  );
}

interface SquareButtonProps {
  row: EditedMap['map'][number];
  column: number;
  place: string;
  isChosen: boolean;
  onPress: () => void;
}

function SquareButton({ row, column, place, isChosen, onPress }: SquareButtonProps) {
  const { kind = 'aisle', label = '' } = row[column] ?? {};
  const Sign = signs[kind];
  return (
    // biome-ignore lint/a11y/useSemanticElements: Biome refuses a table cell with the role of a grid's.
    <button
      type="button"
      role="gridcell"
      aria-selected={isChosen}
      data-square={place}
      data-kind={kind}
      className={styles.square}
      tabIndex={isChosen ? 0 : -1}
      aria-label={nameOf(row, column)}
      onClick={onPress}
    >
      {Sign ? <Sign size={18} aria-hidden /> : label}
    </button>
  );
}

const signs: Partial<Record<CellKind, TablerIcon>> = {
  blocked: IconX,
  crew: IconUser,
  toilet: IconToiletPaper,
  door: IconDoor,
};

// As "Poltrona 12, janela".
function nameOf(row: EditedMap['map'][number], column: number): string {
  const cell = row[column];
  if (!cell) return '';
  return cell.kind === 'seat' ? `Poltrona ${cell.label}, ${seatSides[seatSide(row, column)]}` : cellKinds[cell.kind];
}
