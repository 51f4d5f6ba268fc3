import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { attendanceCorrection, type BoardingDecision } from '@passeio/contract/boarding/boarding';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { reservationPagePath } from '@passeio/contract/pages';
import {
  type AttendanceKey,
  attendanceLabels,
  type SettlementPerson,
  type SettlementReport,
} from '@passeio/contract/payments/settlement-report';
import { firstName, plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';

interface SettlementPeopleProps {
  people: SettlementPerson[];
  trip: SettlementReport['trip'];
  /** When the guide's list closes, and staff corrects it. */
  closesAt: string;
}

const groups: { key: AttendanceKey; title: string; text: string }[] = [
  { key: 'missed', title: 'Não compareceram', text: 'Todos compareceram.' },
  { key: 'unknown', title: 'Não informados', text: 'O embarque de todos foi informado.' },
  { key: 'boarded', title: 'Viajaram', text: 'Ninguém foi marcado como embarcado.' },
];

/** Passengers who did not come, whose boarding is unknown, and who travelled. */
export function SettlementPeople({ people, trip, closesAt }: SettlementPeopleProps) {
  const { formatMoment } = useFormats();
  const [corrected, setCorrected] = useState<SettlementPerson>();
  const isClosed = Date.parse(closesAt) <= Date.now();
  if (people.length === 0) return <Text c="dimmed">Ninguém reservou este passeio.</Text>;
  return (
    <>
      {!isClosed && (
        <Text c="dimmed">
          A lista de presença fica aberta até {formatMoment(closesAt)}:{' '}
          <Link to={tripPaths.boarding(trip.id)}>marque no embarque</Link>.
        </Text>
      )}
      {groups.map(({ key, title, text }) => {
        const members = people.filter(({ attendance }) => attendance === key);
        return (
          <Stack component="section" key={key} gap={8} aria-labelledby={`grupo-${key}`}>
            <Group id={`grupo-${key}`} gap={8} align="baseline">
              <Title order={3} fz="lg">
                {title}
              </Title>
              <Text span c="dimmed" fz="sm">
                {members.length > 0 && plural(members.length, 'pessoa')}
              </Text>
            </Group>
            {members.length === 0 && <Text c="dimmed">{text}</Text>}
            <Rows>
              {members.map((person) => (
                <Person key={person.id} person={person} trip={trip} onCorrect={isClosed ? setCorrected : undefined} />
              ))}
            </Rows>
          </Stack>
        );
      })}
      {corrected && <CorrectionDialog tripId={trip.id} person={corrected} onClose={() => setCorrected(undefined)} />}
    </>
  );
}

interface PersonProps {
  person: SettlementPerson;
  trip: SettlementReport['trip'];
  onCorrect: ((person: SettlementPerson) => void) | undefined;
}

function Person({ person, trip, onCorrect }: PersonProps) {
  const { name, code, fareLabel, attendance, correction, receivedCents, dueCents, reservationId } = person;
  const missing = dueCents > 0 ? `, faltam ${formatMoney(dueCents)}` : '';
  return (
    <Row>
      <Stack gap={0} flex={1} align="start">
        <Text component={Link} to={reservationPagePath(reservationId)} c="inherit" fw={600} td="underline" py={6}>
          {name}
        </Text>
        <Text span c="dimmed" fz="sm">
          {fareLabel} · reserva {code}: {formatMoney(receivedCents)} {receivedCents > 0 ? 'pagos' : 'pago'}
          {missing}
        </Text>
        {correction && (
          <Text span c="dimmed" fz="sm">
            {attendanceLabels[attendance]}, corrigido: {correction}
          </Text>
        )}
        {attendance !== 'boarded' && <Contact person={person} title={trip.title} />}
      </Stack>
      {onCorrect && (
        <Button size="md" variant="default" aria-label={`Corrigir presença: ${name}`} onClick={() => onCorrect(person)}>
          Corrigir
        </Button>
      )}
    </Row>
  );
}

function Contact({ person: { name, phone, phoneOf, attendance }, title }: { person: SettlementPerson; title: string }) {
  if (!phone) return null;
  const who = phoneOf ?? name;
  const about =
    attendance === 'missed' ? 'Sentimos a sua falta no passeio' : 'Queremos confirmar se você foi ao passeio';
  return (
    <Group gap="0 1rem">
      <a href={`tel:${phone}`} className={tableStyles.contact} aria-label={`Ligar para ${who}`}>
        <IconPhone size={18} aria-hidden />
        Ligar
      </a>
      <a
        href={whatsAppLink(phone, `Olá, ${firstName(who)}! ${about} “${title}”. Está tudo bem?`)}
        target="_blank"
        rel="noopener"
        className={tableStyles.contact}
        aria-label={`WhatsApp de ${who}`}
      >
        <IconBrandWhatsapp size={18} aria-hidden />
        WhatsApp
      </a>
    </Group>
  );
}

interface CorrectionDialogProps {
  tripId: string;
  person: SettlementPerson;
  onClose: () => void;
}

const choices = [
  ['boarded', 'Viajou'],
  ['missed', 'Não compareceu'],
  ['undone', 'Não informado'],
] as const satisfies (readonly [BoardingDecision, string])[];

/** Whether a passenger travelled after all, and why the list was wrong. */
function CorrectionDialog({ tripId, person, onClose }: CorrectionDialogProps) {
  return (
    <FormDialog
      title="Corrigir presença"
      lead={`${person.name}. A correção fica na auditoria com o seu nome, e quem reservou lê o novo registro.`}
      submit="Corrigir"
      initial={{ decision: (person.attendance === 'boarded' ? 'missed' : 'boarded') as BoardingDecision, reason: '' }}
      schema={attendanceCorrection}
      save={(body) =>
        api.call(boardingRoutes.correctAttendance, { params: { tripId, participantId: person.id }, body, toast: false })
      }
      onSaved={() => {
        onClose();
        showAlert('success', 'Presença corrigida.');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Presença"
            choices={choices}
            value={form.values.decision}
            onChange={(choice) => form.setFieldValue('decision', choice)}
          />
          <TextInput
            label="Motivo"
            description="Só a equipe lê"
            size="md"
            data-autofocus
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
