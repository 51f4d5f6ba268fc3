import { Button } from '@mantine/core';
import { documentTypes, type LinkedParticipant } from '@passeio/contract/participants';
import { firstNameOf } from '~/features/reservations/participants/participant-names';
import { isDocumentType, type ParticipantValues } from '~/features/reservations/participants/participant-values';
import { useSettings } from '~/lib/settings';
import { momentInWords } from '~/lib/trip-duration';
import { AuthActions, AuthCard } from '../shared/auth-card';
import styles from './saved-data.module.css';

interface SavedDataProps {
  values: ParticipantValues;
  linked: LinkedParticipant;
  onCorrect: () => void;
}

/** What a companion has saved. */
export function SavedData({ values, linked: { trip }, onCorrect }: SavedDataProps) {
  const { timeZone } = useSettings();
  const first = firstNameOf(values.name);
  return (
    <AuthCard
      isAnswer
      title={first ? `Pronto, ${first}!` : 'Pronto!'}
      lead={`Os seus dados para “${trip.title}” estão salvos. Saída ${momentInWords(trip.date, timeZone)}.`}
    >
      <dl className={styles.data}>
        {linesOf(values, trip.boardingPoints).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={onCorrect}>
          Corrigir
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function linesOf(values: ParticipantValues, points: LinkedParticipant['trip']['boardingPoints']): [string, string][] {
  const { documentType, documentNumber, documentIssuer, boardingPointId } = values;
  const type = isDocumentType(documentType) ? documentTypes[documentType] : 'Documento';
  const point = points.find(({ id }) => id === boardingPointId);
  const lines: [string, string][] = [
    ['Nome', values.name],
    ['Nascimento', values.birthdate || 'Falta: peça a quem fez a reserva'],
    [type, [documentNumber, documentIssuer].filter(Boolean).join(' ')],
    ['CPF', values.cpf],
    ['Telefone', values.contact],
    ['Embarque', point ? `${point.time}, ${point.place}` : ''],
  ];
  return lines.filter(([, value]) => value !== '');
}
