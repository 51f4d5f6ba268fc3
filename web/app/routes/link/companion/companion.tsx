import { Box, Button, Stack } from '@mantine/core';
import { ageLabel } from '@passeio/contract/fare-labels';
import { erasureLinkRoutes } from '@passeio/contract/privacy/privacy';
import { type Answer, formatAnswer } from '@passeio/contract/reservations/answers';
import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import {
  documentTypes,
  entryOf,
  type LinkedParticipant,
  type ParticipantChange,
  type PersonField,
  personFields,
} from '@passeio/contract/reservations/participants';
import { seatLabel, seatNumber } from '@passeio/contract/seats/seat-label';
import { ageOnDeparture, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { TripQuestion } from '@passeio/contract/trips/questions';
import { firstName } from '@passeio/contract/words';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, linkToken, useLink } from '~/features/auth/link';
import { SubmitButton } from '~/features/auth/submit-button';
import { StatementForm } from '~/features/reservations/minors/statement-form';
import { ParticipantFields } from '~/features/reservations/participants/participant-fields';
import {
  createParticipantForm,
  formatField,
  ParticipantFormContext,
  type ParticipantValues,
  typedBirthdate,
  valuesOf,
} from '~/features/reservations/participants/participant-form';
import { missingDataText } from '~/features/reservations/participants/people-list';
import { api } from '~/features/session/api';
import { LINK_OWNER, readDraft, useDraft } from '~/features/session/drafts';
import { failureText } from '~/features/session/identity/error';
import { ErasureRequest } from '~/features/users/erasure-request';
import { PrivacyLink } from '~/features/users/privacy-link';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormNotice } from '~/ui/editing/form-notice';
import { FormNotices } from '~/ui/editing/notices';
import { draftOf, errorsOf } from '~/ui/editing/versioned-form';
import { SharePayment } from './share-payment';

const hiddenMeta = pageMeta('Dados para o passeio');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

interface Link {
  token: string;
  draftName: string;
  linked: LinkedParticipant;
}

type Reading = { state: 'over' } | { state: 'erased' } | { state: 'open' | 'saved'; link: Link };

/**
 * Opened by a companion's link, without an account: one person's fields and share of one reservation. The token is in
 * the fragment, which is never sent to the server.
 */
export default function CompanionPage() {
  const { reading, setReading, open, reread } = useLink<Reading>(read, { state: 'over' });

  const erasure = (
    <Box mt="lg">
      <ErasureRequest
        title="Excluir meus dados"
        lead="Depois da volta do passeio, você pode apagar de vez o que preencheu aqui."
        whose="companion"
        asksPassword={false}
        erase={() => api.call(erasureLinkRoutes.eraseParticipant, { body: { token: linkToken() }, session: 'none' })}
        onErased={() => setReading({ state: 'erased' })}
      />
    </Box>
  );
  if (reading.state === 'reading') return <LinkOpening />;
  if (reading.state === 'over') {
    return (
      <AuthCard
        isAnswer
        title="Este link não vale mais"
        lead="Ele foi trocado por outro, a reserva terminou ou o passeio já saiu. Não pague mais nada por ele: fale com quem fez a reserva."
      >
        {/* After the return it erases what it filled in, and does nothing else. */}
        {linkToken() !== '' && erasure}
      </AuthCard>
    );
  }
  if (reading.state === 'erased') return <AuthCard isAnswer title="Dados excluídos" lead="Apagamos os seus dados." />;
  if (reading.state === 'failed') return <LinkFailed notice={reading.notice} onRetry={open} />;
  const { state, link } = reading;
  const { share } = link.linked;
  // What is typed stays. A failure is not shown: the next time may succeed.
  async function refreshShare(): Promise<void> {
    const next = await reread();
    if (next.state === 'over') setReading(next);
    if (!('link' in next)) return;
    setReading({ state, link: { ...link, linked: { ...link.linked, share: next.link.linked.share } } });
  }
  const payment = share && <SharePayment token={link.token} share={share} onStale={() => void refreshShare()} />;
  if (state === 'saved') {
    return (
      <SavedData
        token={link.token}
        linked={link.linked}
        payment={payment}
        erasure={erasure}
        onCorrect={() => setReading({ state: 'open', link })}
        onStated={(linked) => setReading({ state, link: { ...link, linked } })}
      />
    );
  }
  return (
    <OpenLink
      {...link}
      payment={payment}
      onSaved={(linked) => setReading({ state: 'saved', link: { ...link, linked } })}
      onOver={() => setReading({ state: 'over' })}
    />
  );
}

interface OpenLinkProps extends Link {
  payment: ReactNode;
  onSaved: (saved: LinkedParticipant) => void;
  onOver: () => void;
}

function OpenLink({ linked, payment, ...props }: OpenLinkProps) {
  const { name: operator } = useSettings();
  const { formatLongMoment } = useFormats();
  const { share } = linked;
  const { title, date } = linked.trip;
  const { room } = linked;
  const { seat } = linked.participant;
  return (
    <AuthCard
      isAnswer
      wide
      title={title}
      lead={`Saída ${formatLongMoment(date)}.${seat ? ` ${seatLabel(seat)}.` : ''}${room ? ` Quarto: ${roomText(room)}.` : ''} ${share && share.dueCents > 0 ? 'Pague a sua parte e preencha' : 'Preencha'} os seus dados para a lista de passageiros.`}
      footer={`Só você, quem fez a reserva e ${operator} veem estes dados.`}
    >
      {payment}
      <CompanionForm linked={linked} {...props} />
    </AuthCard>
  );
}

async function read(token: string): Promise<Reading> {
  try {
    const linked = await api.call(participantLinkRoutes.readByLink, { body: { token }, session: 'none' });
    const link = { token, draftName: await draftNameOf(token), linked };
    return { state: link.linked.participant.missing.length === 0 ? 'saved' : 'open', link };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'over' };
    throw error;
  }
}

/**
 * A name that does not reveal the token. Browsers hash on secure pages only; on others the draft is not found again.
 */
async function draftNameOf(token: string): Promise<string> {
  if (!window.isSecureContext) return `link:${crypto.randomUUID()}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `link:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

interface SavedDataProps {
  token: string;
  linked: LinkedParticipant;
  payment: ReactNode;
  erasure: ReactNode;
  onCorrect: () => void;
  /** Called once the responsible adult of a minor has said that they may travel. */
  onStated: (saved: LinkedParticipant) => void;
}

/** What a companion has saved, and what is still missing. */
function SavedData({ token, linked, payment, erasure, onCorrect, onStated }: SavedDataProps) {
  const { formatLongMoment } = useFormats();
  const { participant, trip } = linked;
  const first = firstName(participant.masked.name ?? participant.name);
  const isComplete = participant.missing.length === 0;
  return (
    <AuthCard
      isAnswer
      title={first ? `Pronto, ${first}!` : 'Pronto!'}
      lead={`Os seus dados para “${trip.title}” estão salvos. Saída ${formatLongMoment(trip.date)}.`}
    >
      {payment}
      <Stack component="dl" gap="sm" my="lg" style={{ overflowWrap: 'anywhere' }}>
        {linesOf(linked).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Stack>
      {linked.asksStatement && (
        <StatementForm
          name=""
          save={async (minorStatement) => {
            const body = { token, fields: {}, minorStatement };
            onStated(await api.call(participantLinkRoutes.changeByLink, { body, session: 'none' }));
          }}
        />
      )}
      {!isComplete && (
        <FormNotice tone="info">
          {missingDataText(participant.missing)}. Complete quando puder, neste mesmo link.
        </FormNotice>
      )}
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={onCorrect}>
          {isComplete ? 'Corrigir' : 'Completar'}
        </Button>
      </AuthActions>
      {erasure}
    </AuthCard>
  );
}

/** They are shown as one line. */
const documentFields: readonly PersonField[] = ['documentType', 'documentNumber', 'documentIssuer'];

function linesOf({ participant, trip, room }: LinkedParticipant): [string, string][] {
  const { documentType, boardingPointId, masked, seat } = participant;
  const shown = (field: PersonField) => masked[field] ?? formatField(field, participant[field]);
  const point = trip.boardingPoints.find(({ id }) => id === boardingPointId);
  const others = personFields.filter((field) => !['name', 'birthdate', ...documentFields].includes(field));
  const lines = [
    ['Nome', shown('name')],
    ['Nascimento', shown('birthdate')],
    [documentTypes[documentType], [shown('documentNumber'), shown('documentIssuer')].filter(Boolean).join(' ')],
    ...others.flatMap((field) =>
      field === 'boardingPointId'
        ? [
            ['Embarque', point ? `${point.time}, ${point.place}` : ''],
            ['Poltrona', seat ? seatNumber(seat) : ''],
            ['Quarto', room ? roomText(room) : ''],
          ]
        : [[entryOf(field).label, shown(field)]],
    ),
    ...trip.questions.map((question) => [question.label, shownAnswer(question, participant.answers)]),
  ] as [string, string][];
  return lines.filter(([, value]) => value !== '');
}

function roomText({ label, others }: NonNullable<LinkedParticipant['room']>): string {
  return others.length > 0 ? `${label}, com ${new Intl.ListFormat('pt-BR').format(others)}` : label;
}

function shownAnswer(question: TripQuestion, answers: readonly Answer[]): string {
  const given = answers.find(({ questionId }) => questionId === question.id);
  if (given?.isMasked) return 'Respondida';
  return given && given.value !== null ? formatAnswer(question, given.value) : '';
}

interface CompanionFormProps {
  token: string;
  /** Name under which the tab stores what is typed. */
  draftName: string;
  linked: LinkedParticipant;
  onSaved: (saved: LinkedParticipant) => void;
  /** Called if the link has ended meanwhile. */
  onOver: () => void;
}

/** A person's own fields of a reservation. */
function CompanionForm(props: CompanionFormProps) {
  const { form, element, notice, strangeAge, submit } = useCompanionForm(props);
  const busy = useStore(form.store, (state) => state.busy);
  const { masked } = props.linked.participant;
  return (
    <ParticipantFormContext value={form}>
      <form ref={element} method="post" noValidate onSubmit={submit}>
        <FormNotices form={form} />
        {notice && <FormNotice>{notice}</FormNotice>}
        <ParticipantFields
          own
          masked={masked}
          questions={props.linked.trip.questions}
          answers={props.linked.participant.answers}
          // A lap child boards with the adult that carries them.
          boardingPoints={props.linked.participant.takesPlace ? props.linked.trip.boardingPoints : []}
          afterBirthdate={
            strangeAge !== undefined && (
              <FormNotice tone="info">
                Com {ageLabel(strangeAge)} no dia da saída a tarifa é outra: peça a quem fez a reserva para preencher a
                data de nascimento. O resto você pode salvar aqui.
              </FormNotice>
            )
          }
        />
        <PrivacyLink />
        <SubmitButton busy={busy}>Salvar meus dados</SubmitButton>
      </form>
    </ParticipantFormContext>
  );
}

function useCompanionForm({ token, draftName, linked, onSaved, onOver }: CompanionFormProps) {
  const { timeZone } = useFormats();
  const element = useRef<HTMLFormElement>(null);
  const [notice, setNotice] = useState<string>();
  const response = useRef(linked);
  const [{ form, draft }] = useState(() => {
    const saved = valuesOf({ ...linked.participant, companionId: null, fareId: '' }, linked.trip.questions);
    const send = async (change: ParticipantChange) => {
      response.current = await api
        .call(participantLinkRoutes.changeByLink, { body: { token, fields: change }, session: 'none' })
        .catch(explain);
    };
    return {
      form: createParticipantForm(saved, send, {
        questions: linked.trip.questions,
        draft: readDraft(draftName, LINK_OWNER),
      }),
      draft: {
        nameOf: () => draftName,
        workOf: draftOf<ParticipantValues, ParticipantValues>,
        owner: LINK_OWNER,
      },
    };
  });
  useDraft(form.store, draft);
  const birthdate = useStore(form.store, ({ fields }) => typedBirthdate(fields.birthdate));
  const age = birthdate === null ? undefined : ageOnDeparture(birthdate, linked.trip.date, timeZone);
  const strangeAge = age !== undefined && !fitsAge(linked.participant.fare, age) ? age : undefined;

  function explain(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'PARTICIPANT_LINK_OVER') onOver();
    else setNotice(failureText(error));
    throw error;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setNotice(undefined);
    const outcome = await form.save(strangeAge === undefined ? undefined : withoutBirthdate);
    if (outcome === 'saved') onSaved(response.current);
    const errors = errorsOf(form.store.getState());
    if (outcome === 'refused') focusFirstInvalid(element.current, (input) => input in errors);
  }

  return { form, element, notice, strangeAge, submit };
}

/** Only the payer can accept another fare. */
function withoutBirthdate({ birthdate: _left, ...change }: ParticipantChange): ParticipantChange {
  return change;
}
