import type { LinkedParticipant, ParticipantChange } from '@passeio/contract/participants';
import { ageOnDeparture, fitsAge } from '@passeio/contract/pricing';
import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ageInWords } from '~/features/reservations/participants/fare-by-age';
import { saveByLink } from '~/features/reservations/participants/participant-calls';
import { ParticipantFields } from '~/features/reservations/participants/participant-fields';
import { createParticipantForm, ParticipantFormContext } from '~/features/reservations/participants/participant-form';
import { typedBirthdate, valuesOf } from '~/features/reservations/participants/participant-values';
import { failureSentence } from '~/features/session/failure-sentence';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormNotice } from '~/ui/editing/form-notice';
import { errorsOf } from '~/ui/editing/versioned-form';
import { SubmitButton } from '../shared/submit-button';

interface CompanionFormProps {
  token: string;
  linked: LinkedParticipant;
  onSaved: (saved: LinkedParticipant) => void;
  /** Called if the link has ended meanwhile. */
  onOver: () => void;
}

/** A person's own fields of a reservation. */
export function CompanionForm(props: CompanionFormProps) {
  const { form, element, notice, strangeAge, submit } = useCompanionForm(props);
  const busy = useStore(form.store, (state) => state.busy);
  return (
    <ParticipantFormContext value={form}>
      <form ref={element} method="post" noValidate onSubmit={submit}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <ParticipantFields
          own
          boardingPoints={props.linked.trip.boardingPoints}
          afterBirthdate={
            strangeAge !== undefined && (
              <FormNotice tone="info">
                Com {ageInWords(strangeAge)} no dia da saída a tarifa é outra: peça a quem fez a reserva para preencher
                a data de nascimento. O resto você pode salvar aqui.
              </FormNotice>
            )
          }
        />
        <SubmitButton busy={busy}>Salvar meus dados</SubmitButton>
      </form>
    </ParticipantFormContext>
  );
}

function useCompanionForm({ token, linked, onSaved, onOver }: CompanionFormProps) {
  const { timeZone } = useSettings();
  const element = useRef<HTMLFormElement>(null);
  const [notice, setNotice] = useState<string>();
  const answer = useRef(linked);
  const [form] = useState(() => {
    const saved = valuesOf({ ...linked.participant, companionId: null, fareId: '' });
    return createParticipantForm(saved, async (change) => {
      answer.current = await saveByLink(token, change).catch(explain);
    });
  });
  const birthdate = useStore(form.store, ({ fields }) => typedBirthdate(fields.birthdate));
  const age = birthdate === null ? undefined : ageOnDeparture(birthdate, linked.trip.date, timeZone);
  const strangeAge = age !== undefined && !fitsAge(linked.participant.fare, age) ? age : undefined;

  function explain(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'PARTICIPANT_LINK_OVER') onOver();
    else setNotice(failureSentence(error));
    throw error;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setNotice(undefined);
    const outcome = await form.save(strangeAge === undefined ? undefined : withoutBirthdate);
    if (outcome === 'saved') onSaved(answer.current);
    const errors = errorsOf(form.store.getState());
    if (outcome === 'refused') focusFirstInvalid(element.current, (input) => input in errors);
  }

  return { form, element, notice, strangeAge, submit };
}

/** Only the payer can accept another fare. */
function withoutBirthdate({ birthdate: _left, ...change }: ParticipantChange): ParticipantChange {
  return change;
}
