import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type SeatMap, seatsOf, vehiclePresets } from '@passeio/contract/seats/seat-map';
import { type Vehicle, type VehicleDraft, vehicleDraft } from '@passeio/contract/seats/vehicles';
import { useMutation } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { editMap, startEditing } from '~/features/vehicles/map-editing';
import { archiveVehicle, loadVehicle, saveVehicle } from '~/features/vehicles/vehicle-calls';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormSection } from '~/ui/editing/form-section';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/vehicle-editor';
import { SeatMapEditor } from './seat-map-editor';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Veículo');
export const handle = {
  title: ({ vehicleId }: { vehicleId?: string }) => (vehicleId === NEW ? 'Novo veículo' : 'Editar veículo'),
};

/** Id segment in the URL of a new vehicle. */
const NEW = 'novo';
const [, , , firstPreset] = vehiclePresets;

export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<Vehicle | null> {
  return params.vehicleId === NEW ? null : loadVehicle(params.vehicleId, request.signal);
}

export default function VehicleEditorPage({ loaderData: vehicle, params }: Route.ComponentProps) {
  return <VehicleEditor key={`${params.vehicleId} ${vehicle?.version}`} vehicle={vehicle} />;
}

/** Name, plate and seat map of a vehicle. */
function VehicleEditor({ vehicle }: { vehicle: Vehicle | null }) {
  const { edited, change, form, mapError, isDirty } = useVehicleForm(vehicle);
  const { props, errors, busy, version } = form;
  const text = { size: 'md', autoComplete: 'off', withAsterisk: false } as const;
  return (
    <>
      <nav aria-label="Veículos">
        <NavLink to="/admin/veiculos">Veículos</NavLink>
      </nav>
      <form key={version} {...props}>
        <FormSection id="veiculo" title="Veículo" lead="Como a equipe o chama, e a placa para a lista de passageiros.">
          <div className={fields.grid}>
            <TextInput
              {...text}
              required
              name="name"
              label="Nome"
              maxLength={60}
              defaultValue={vehicle?.name}
              error={errors.name}
              placeholder="Ônibus azul 46"
            />
            <TextInput
              {...text}
              name="plate"
              label="Placa (opcional)"
              maxLength={8}
              defaultValue={vehicle?.plate}
              error={errors.plate}
              placeholder="ABC1D23"
            />
          </div>
        </FormSection>
        <FormSection
          id="mapa"
          title="Mapa de poltronas"
          lead="Visto de cima: a frente no alto, o motorista à esquerda. Escolha o que desenhar e toque nos lugares."
        >
          <Presets onChosen={(map) => change({ do: 'replace', map })} />
          <p role="status">{seatsOf(edited.map).length} poltronas</p>
          <SeatMapEditor edited={edited} onChange={change} />
          {mapError && <p role="alert">{mapError}</p>}
        </FormSection>
        <Group mt="lg" justify="space-between">
          <FormActions save="Salvar veículo" dirty={isDirty} busy={busy} onUndo={form.undo} />
          {vehicle && !isDirty && <ArchiveButton vehicle={vehicle} />}
        </Group>
      </form>
    </>
  );
}

function useVehicleForm(vehicle: Vehicle | null) {
  const start = vehicle?.map ?? firstPreset?.map ?? [];
  const [edited, change] = useReducer(editMap, start, startEditing);
  const [refused, setRefused] = useState<{ map: SeatMap; fault: string | undefined }>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const latest = useRef(edited);
  latest.current = edited;
  const form = useDirtyForm({
    check: (name, value) => {
      if (name !== 'name' && name !== 'plate') return undefined;
      const result = vehicleDraft.shape[name].safeParse(value);
      return result.success ? undefined : result.error.issues[0]?.message;
    },
    read: (typed) => {
      const read = vehicleDraft.safeParse({
        name: typed.get('name'),
        plate: typed.get('plate'),
        map: latest.current.map,
      });
      if (read.success) return { draft: read.data };
      const errors: Record<string, string> = {};
      for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message;
      setRefused({ map: latest.current.map, fault: errors.map });
      return { errors };
    },
    save: async ({ draft }: { draft: VehicleDraft }) => {
      const saved = await saveVehicle(draft, vehicle ?? undefined);
      showAlert('success', `${saved.name}: veículo salvo, com ${saved.seats} poltronas.`);
      leaveFreely(() => void (vehicle ? revalidate() : navigate('/admin/veiculos')));
    },
  });
  const isDirty = form.dirty || edited.past.length > 0;
  const { leaveFreely } = useUnsavedWarning(isDirty, 'O que você mudou neste veículo não foi salvo.');
  function undo(): void {
    change({ do: 'restart', map: start });
    form.redraw();
  }
  // What was wrong with the map may be mended since.
  const mapError = refused?.map === edited.map ? refused.fault : undefined;
  return { edited, change, form: { ...form, undo }, mapError, isDirty };
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
  const { revalidate } = useRevalidator();
  const { mutate, isPending } = useMutation({
    mutationFn: () => archiveVehicle(id, !isArchived),
    async onSuccess() {
      showAlert('success', isArchived ? `${name}: desarquivado.` : `${name}: arquivado.`);
      await revalidate();
    },
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
