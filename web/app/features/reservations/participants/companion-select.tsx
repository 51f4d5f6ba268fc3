import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { useSettings } from '~/lib/settings';
import { possibleCompanions } from './fare-by-age';
import { ChoiceField } from './participant-fields';
import { type ParticipantTask, type Party, personOf } from './party';

interface CompanionSelectProps {
  party: Party;
  task: ParticipantTask;
  /** A lap child: each adult has one lap. */
  onLap: boolean;
}

/** Who accompanies a minor, or on whose lap a child travels. */
export function CompanionSelect({ party, task, onLap }: CompanionSelectProps) {
  const { name } = useSettings();
  const { participants, trip } = party;
  const adults = possibleCompanions(participants, trip.fares, { personId: personOf(task)?.id ?? null, onLap });
  const noOne = onLap ? 'Cada adulto leva uma criança no colo.' : `Não há outro adulto na reserva: fale com ${name}.`;
  return (
    <ChoiceField
      name="companionId"
      label={onLap ? 'No colo de quem?' : 'Quem acompanha?'}
      description={adults.length === 0 ? noOne : 'Menor de 16 anos viaja com um adulto responsável'}
      data={[
        { value: '', label: 'Escolha' },
        ...adults.map((one) => ({ value: one.id, label: nameAmong(one, participants) })),
      ]}
    />
  );
}
