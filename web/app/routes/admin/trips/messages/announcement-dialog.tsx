import { NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core';
import {
  type AnnouncementOrder,
  type AnnouncementPreview,
  announcementOrder,
  announcementTemplate,
  audiences,
} from '@passeio/contract/messages/announcements';
import { announcementRoutes } from '@passeio/contract/messages/message-routes';
import { MAX_TEMPLATE_SUBJECT, MAX_TEMPLATE_TEXT } from '@passeio/contract/messages/message-templates';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { TimeInput } from '~/ui/inputs/time-input';
import styles from './trip-messages.module.css';

interface AnnouncementDialogProps {
  trip: { id: string; title: string };
  boardingPoints: readonly { id: string; label: string }[];
  /** Whom staff has chosen; everybody of the departure without it. */
  participantIds?: readonly string[];
  onClose: () => void;
}

const initial = {
  audience: 'payers' as AnnouncementOrder['audience'],
  unpaid: false,
  missingData: false,
  boardingPointId: '',
  subject: '',
  text: '',
  when: 'now' as 'now' | 'later',
  day: '',
  time: '',
};
type Values = typeof initial;

/** An announcement that is written, with whom it would reach. */
interface Counted {
  order: AnnouncementOrder;
  preview: AnnouncementPreview;
}

/** Writes to everybody of a departure: first the text and to whom, then how it reads and to how many it goes. */
export function AnnouncementDialog({ trip, boardingPoints, participantIds, onClose }: AnnouncementDialogProps) {
  const [written, setWritten] = useState<Counted>();
  const [isConfirming, setConfirming] = useState(false);
  if (written && isConfirming) {
    return <Confirmation trip={trip} written={written} onBack={() => setConfirming(false)} onSent={onClose} />;
  }
  return (
    <Writing
      trip={trip}
      boardingPoints={boardingPoints}
      {...(participantIds && { participantIds })}
      written={written?.order}
      onCounted={(counted) => {
        setWritten(counted);
        setConfirming(true);
      }}
      onClose={onClose}
    />
  );
}

interface WritingProps extends AnnouncementDialogProps {
  /** What was written before. */
  written: AnnouncementOrder | undefined;
  onCounted: (counted: Counted) => void;
}

function Writing({ trip, boardingPoints, participantIds, written, onCounted, onClose }: WritingProps) {
  const { timeZone, today } = useFormats();
  return (
    <FormDialog
      title={participantIds ? `Escrever a ${plural(participantIds.length, 'pessoa')}` : 'Escrever a todos da saída'}
      lead={trip.title}
      submit="Conferir"
      initial={initial}
      {...(written && { draft: valuesOf(written, timeZone) })}
      schema={announcementOrder}
      toBody={(values) => ({ ...bodyOf(values, timeZone), participantIds: participantIds ?? null })}
      fields={{ sendAt: 'day' }}
      save={async (order) => ({ order, preview: await count(trip.id, order) })}
      onSaved={onCounted}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Para quem"
            choices={Object.entries(audiences) as [Values['audience'], string][]}
            value={form.values.audience}
            onChange={(audience) => form.setFieldValue('audience', audience)}
          />
          {form.values.audience === 'passengers' && (
            <Text variant="hint">Quem viaja sem telefone ou conta é avisado por quem fez a reserva.</Text>
          )}
          {!participantIds && (
            <>
              <Switch size="md" label="Só com valor a pagar" {...form.getInputProps('unpaid', { type: 'checkbox' })} />
              <Switch
                size="md"
                label="Só com dados pendentes"
                {...form.getInputProps('missingData', { type: 'checkbox' })}
              />
            </>
          )}
          {!participantIds && boardingPoints.length > 1 && (
            <NativeSelect
              size="md"
              label="Embarque"
              data={[{ value: '', label: 'Todos' }, ...boardingPoints.map(({ id, label }) => ({ value: id, label }))]}
              {...form.getInputProps('boardingPointId')}
            />
          )}
          <TextInput
            size="md"
            label="Assunto"
            maxLength={MAX_TEMPLATE_SUBJECT}
            required
            data-autofocus
            {...form.getInputProps('subject')}
          />
          <Textarea
            size="md"
            label="Texto"
            description="A saudação com o nome e o botão da reserva já vão na mensagem."
            autosize
            minRows={5}
            maxRows={14}
            maxLength={MAX_TEMPLATE_TEXT}
            required
            {...form.getInputProps('text')}
          />
          <Fields onInsert={(name) => form.setFieldValue('text', `${form.values.text}{${name}}`)} />
          {!participantIds && (
            <ChoiceGroup
              legend="Quando"
              choices={[
                ['now', 'Agora'],
                ['later', 'Com hora marcada'],
              ]}
              value={form.values.when}
              onChange={(when) => form.setFieldValue('when', when)}
            />
          )}
          {form.values.when === 'later' && (
            <>
              <DayInput
                label="Dia"
                field="day"
                min={today}
                today={today}
                {...form.getInputProps('day')}
                value={form.values.day}
              />
              <TimeInput label="Hora" required {...form.getInputProps('time')} value={form.values.time} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** `people` is counted by the preview. */
function bodyOf({ when, day, time, boardingPointId, ...rest }: Values, timeZone: string) {
  const at = parseTime(time);
  const later = day && at ? instantOf(`${day}T${at}`, timeZone) : '';
  return {
    ...rest,
    boardingPointId: boardingPointId || null,
    sendAt: when === 'later' ? later : null,
    people: 1,
  };
}

function valuesOf(
  { people: _, participantIds: __, sendAt, boardingPointId, ...rest }: AnnouncementOrder,
  timeZone: string,
): Values {
  const [day = '', time = ''] = sendAt ? localOf(sendAt, timeZone).split('T') : [];
  return { ...rest, boardingPointId: boardingPointId ?? '', when: sendAt ? 'later' : 'now', day, time };
}

/** What the text may be filled in with; each goes to its end. */
function Fields({ onInsert }: { onInsert: (name: string) => void }) {
  return (
    <details>
      <summary className={styles.summary}>Campos que dão lugar ao dado de cada um</summary>
      <ul className={styles.fields}>
        {Object.entries(announcementTemplate.fields).map(([name, { label }]) => (
          <li key={name}>
            <button type="button" onClick={() => onInsert(name)}>
              <code>{`{${name}}`}</code> {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ConfirmationProps {
  trip: { id: string; title: string };
  written: Counted;
  onBack: () => void;
  onSent: () => void;
}

/** How one person reads it, to how many it goes, and the button. */
function Confirmation({ trip, written, onBack, onSent }: ConfirmationProps) {
  const { formatMoment } = useFormats();
  const [preview, setPreview] = useState(written.preview);
  const { order } = written;
  const { people, emails, example } = preview;
  const send = async () => {
    try {
      return await api.call(announcementRoutes.announce, {
        params: { tripId: trip.id },
        body: { ...order, people },
        toast: false,
      });
    } catch (error) {
      // The number in the button is the one that is confirmed.
      if (error instanceof ApiError && error.code === 'ANNOUNCEMENT_FOR_OTHERS')
        setPreview(await count(trip.id, order));
      throw error;
    }
  };
  const verb = order.sendAt ? 'Agendar' : 'Enviar';
  return (
    <FormDialog
      title="Conferir a mensagem"
      lead={order.sendAt ? `Sai em ${formatMoment(order.sendAt)}.` : 'Sai agora.'}
      submit={`${verb} para ${plural(people, 'pessoa')}`}
      disabled={people === 0}
      initial={{}}
      schema={z.object({})}
      save={send}
      onSaved={() => {
        showAlert('success', order.sendAt ? 'A mensagem está agendada.' : 'A mensagem está a caminho.');
        onSent();
      }}
      keptText="Nada foi enviado."
      onClose={onBack}
    >
      {example ? (
        <>
          <p>
            {plural(emails, 'pessoa recebe', 'pessoas recebem')} por e-mail.
            {people > emails &&
              ` ${plural(people - emails, 'não tem', 'não têm')} e-mail: depois do envio, escreva por WhatsApp na lista.`}
            {order.sendAt && ' Quem reservar até lá também recebe.'}
          </p>
          <section aria-label={`Como ${example.name} lê`}>
            <Text variant="hint" mb={4}>
              Como {example.name} lê:
            </Text>
            <div className={styles.text}>
              <strong>{example.subject}</strong>
              {`\n\n${example.text}`}
            </div>
          </section>
        </>
      ) : (
        <FormNotice>Ninguém desta saída é assim agora. Volte e mude para quem é.</FormNotice>
      )}
    </FormDialog>
  );
}

function count(tripId: string, { sendAt: _, people: __, ...draft }: AnnouncementOrder): Promise<AnnouncementPreview> {
  return api.call(announcementRoutes.previewAnnouncement, { params: { tripId }, body: draft, toast: false });
}
