import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import type { LinkedParticipant, ParticipantChange } from '@passeio/contract/reservations/participants';
import { ageInWords } from '@passeio/contract/trips/fare-words';
import { ageOnDeparture, fitsAge } from '@passeio/contract/trips/pricing';
import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ParticipantFields } from '~/features/reservations/participants/participant-fields';
import { createParticipantForm, ParticipantFormContext } from '~/features/reservations/participants/participant-form';
import {
  type ParticipantValues,
  typedBirthdate,
  valuesOf,
} from '~/features/reservations/participants/participant-values';
import { answered, publicApi } from '~/features/session/api';
import { LINK_OWNER, readDraft } from '~/features/session/draft-storage';
import { failureSentence } from '~/features/session/failure-sentence';
import { useDraft } from '~/features/session/use-draft';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormNotice } from '~/ui/editing/form-notice';
import { FormNotices } from '~/ui/editing/notices';
import { draftOf, errorsOf } from '~/ui/editing/versioned-form';
import { SubmitButton } from '../shared/submit-button';

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
export function CompanionForm(props: CompanionFormProps) {
  const { form, element, notice, strangeAge, submit } = useCompanionForm(props);
  const busy = useStore(form.store, (state) => state.busy);
  const { masked } = props.linked.participant;
  const isMasked = Object.keys(masked).length > 0;
  return (
    <ParticipantFormContext value={form}>
      <form ref={element} method="post" noValidate onSubmit={submit}>
        <FormNotices form={form} />
        {notice && <FormNotice>{notice}</FormNotice>}
        {isMasked && (
          <FormNotice tone="info">
            Os dados já salvos não aparecem por inteiro. Preencha só o que quiser corrigir: o resto fica como está.
          </FormNotice>
        )}
        <ParticipantFields
          own
          masked={masked}
          // A lap child boards with the adult that carries them.
          boardingPoints={props.linked.participant.takesPlace ? props.linked.trip.boardingPoints : []}
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

function useCompanionForm({ token, draftName, linked, onSaved, onOver }: CompanionFormProps) {
  const { timeZone } = useSettings();
  const element = useRef<HTMLFormElement>(null);
  const [notice, setNotice] = useState<string>();
  const response = useRef(linked);
  const [{ form, draft }] = useState(() => {
    const saved = valuesOf({ ...linked.participant, companionId: null, fareId: '' });
    const send = async (change: ParticipantChange) => {
      response.current = await answered(
        publicApi.call(participantLinkRoutes.changeByLink, { body: { token, fields: change } }),
      ).catch(explain);
    };
    return {
      form: createParticipantForm(saved, send, readDraft(draftName, LINK_OWNER)),
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
    else setNotice(failureSentence(error));
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
