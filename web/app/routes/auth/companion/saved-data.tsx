import { Button } from '@mantine/core';
import { momentInWords } from '@passeio/contract/moment-words';
import { documentTypes, type LinkedParticipant } from '@passeio/contract/reservations/participants';
import { seatNumber } from '@passeio/contract/seats/seat-words';
import { firstName } from '@passeio/contract/words';
import { missingInWords } from '~/features/reservations/participants/people-list';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { AuthActions, AuthCard } from '../shared/auth-card';
import styles from './saved-data.module.css';

interface SavedDataProps {
  linked: LinkedParticipant;
  onCorrect: () => void;
}

/** What a companion has saved, and what is still missing. */
export function SavedData({ linked, onCorrect }: SavedDataProps) {
  const { timeZone } = useSettings();
  const { participant, trip } = linked;
  const first = firstName(participant.masked.name ?? participant.name);
  const isComplete = participant.missing.length === 0;
  return (
    <AuthCard
      isAnswer
      title={first ? `Pronto, ${first}!` : 'Pronto!'}
      lead={`Os seus dados para “${trip.title}” estão salvos. Saída ${momentInWords(trip.date, timeZone)}.`}
    >
      <dl className={styles.data}>
        {linesOf(linked).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isComplete && (
        <FormNotice tone="info">
          {missingInWords(participant.missing)}. Complete quando puder, neste mesmo link.
        </FormNotice>
      )}
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={onCorrect}>
          {isComplete ? 'Corrigir' : 'Completar'}
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function linesOf({ participant, trip }: LinkedParticipant): [string, string][] {
  const { name, birthdate, documentType, documentNumber, documentIssuer, cpf, contact, boardingPointId, notes, seat } =
    participant;
  const { masked } = participant;
  const point = trip.boardingPoints.find(({ id }) => id === boardingPointId);
  const lines: [string, string][] = [
    ['Nome', masked.name ?? name],
    ['Nascimento', masked.birthdate ?? (birthdate ? formatCalendarDate(birthdate) : '')],
    [documentTypes[documentType], [masked.documentNumber ?? documentNumber, documentIssuer].filter(Boolean).join(' ')],
    ['CPF', masked.cpf ?? (cpf ? formatDocumentCpf(cpf) : '')],
    ['Telefone', masked.contact ?? (contact ? formatContact(contact) : '')],
    ['Embarque', point ? `${point.time}, ${point.place}` : ''],
    ['Poltrona', seat ? seatNumber(seat) : ''],
    ['Observações', masked.notes ?? notes ?? ''],
  ];
  return lines.filter(([, value]) => value !== '');
}
