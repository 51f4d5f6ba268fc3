import { Button, Skeleton, Text } from '@mantine/core';
import { type CrewRole, crewRoleKeys, crewRoles, type TripCrew, tripCrewChange } from '@passeio/contract/crew/crew';
import { crewConflictText } from '@passeio/contract/crew/crew-conflicts';
import { crewRoutes } from '@passeio/contract/crew/crew-routes';
import { capitalised } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { CheckGroup } from '~/ui/inputs/choice-group';

interface TripCrewDialogProps {
  tripId: string;
  /** What the dialog is about, as "Cachoeira, 05/12". */
  lead?: string | undefined;
  onClose: () => void;
}

/** Who works on a departure: whoever is free first, with what speaks against the others. It needs a network. */
export function TripCrewDialog({ tripId, lead, onClose }: TripCrewDialogProps) {
  const { data, isError } = useQuery({ ...load(crewRoutes.readOfTrip, { params: { tripId } }), staleTime: 0 });
  if (data && data.data.length > 0) {
    return <Choice tripId={tripId} people={data.data} lead={lead} onClose={onClose} />;
  }
  return (
    <ModalDialog
      title="Quem trabalha"
      lead={lead}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Voltar
        </Button>
      }
    >
      {data && (
        <Text>
          Ninguém cadastrado ainda. Cadastre guias e motoristas em <Link to="/admin/quem-trabalha">Quem trabalha</Link>.
        </Text>
      )}
      {isError && <Text>A escala precisa de internet. Feche e abra de novo quando houver sinal.</Text>}
      {!data && !isError && <Skeleton height={120} radius="lg" aria-label="Carregando" />}
    </ModalDialog>
  );
}

type Person = TripCrew['data'][number];

function Choice({ tripId, people, lead, onClose }: TripCrewDialogProps & { people: readonly Person[] }) {
  const { timeZone } = useFormats();
  const inTurn = people.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <FormDialog
      title="Quem trabalha"
      lead={lead}
      submit="Salvar"
      initial={Object.fromEntries(people.map(({ id, roles }) => [id, roles.map((role) => crewRoles[role] as string)]))}
      schema={tripCrewChange}
      toBody={(chosen) => ({
        crew: people.flatMap(({ id }) => rolesOf(chosen[id]).map((role) => ({ memberId: id, role }))),
      })}
      save={({ crew }) => save(tripId, crew)}
      onSaved={() => {
        showAlert('success', 'Escala da saída salva.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) =>
        inTurn.map((person) => (
          <CheckGroup
            key={person.id}
            name={person.id}
            legend={person.name}
            hint={person.conflicts.map((one) => `${capitalised(crewConflictText(one, timeZone))}.`).join(' ')}
            choices={crewRoleKeys
              .filter((role) => person.roles.includes(role) || { guide: person.isGuide, driver: person.isDriver }[role])
              .map((role) => crewRoles[role])}
            value={form.values[person.id] ?? []}
            onChange={(chosen) => form.setFieldValue(person.id, chosen)}
          />
        ))
      }
    </FormDialog>
  );
}

function placeOf({ roles, conflicts }: Person): number {
  if (roles.length > 0) return 0;
  return conflicts.length === 0 ? 1 : 2;
}

function rolesOf(chosen: readonly string[] = []): CrewRole[] {
  return crewRoleKeys.filter((role) => chosen.includes(crewRoles[role]));
}

type Crew = { memberId: string; role: CrewRole }[];

/** Saves, after a question also where somebody who is new has a conflict. */
async function save(tripId: string, crew: Crew, acceptsConflicts = false): Promise<TripCrew> {
  const params = { tripId };
  try {
    return await api.call(crewRoutes.changeOfTrip, { params, body: { crew, acceptsConflicts }, toast: false });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CREW_CONFLICT' || acceptsConflicts) throw error;
    const mensagem = error.fields.crew ?? error.message;
    if (!(await askToConfirm({ titulo: 'Escalar mesmo assim?', mensagem }))) throw error;
    return save(tripId, crew, true);
  }
}
