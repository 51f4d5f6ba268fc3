import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type SeatMap, seatsOf, vehiclePresets } from '@passeio/contract/seats/seat-map';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import { type Vehicle, type VehicleDraft, vehicleDraft } from '@passeio/contract/seats/vehicles';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useNavigate } from 'react-router';
import { api, apiInPlace, orRedirect } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { FormSection } from '~/ui/editing/form-section';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/vehicle-editor';
import { editMap, type MapChange, startEditing } from './map-editing';
import { SeatMapEditor } from './seat-map-editor';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

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
    if (!vehicle) return orRedirect(apiInPlace.call(vehicleRoutes.create, { body: draft }));
    const { id, version } = vehicle;
    return orRedirect(apiInPlace.call(vehicleRoutes.change, { params: { id }, body: { ...draft, version } }));
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
        <FormSection id="veiculo" title="Veículo" lead="Como a equipe o chama, e a placa para a lista de passageiros.">
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
        </FormSection>
        <FormSection
          id="mapa"
          title="Mapa de poltronas"
          lead="Visto de cima: a frente no alto, o motorista à esquerda. Escolha o que desenhar e toque nos lugares."
        >
          <Presets onChosen={(map) => change({ do: 'replace', map })} />
          <p role="status">{seatsOf(edited.map).length} poltronas</p>
          <SeatMapEditor edited={edited} onChange={change} />
          {form.errors.map && <p role="alert">{form.errors.map}</p>}
        </FormSection>
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
    mutationFn: () =>
      orRedirect(api.call(vehicleRoutes.archive, { params: { id }, body: { isArchived: !isArchived } })),
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
