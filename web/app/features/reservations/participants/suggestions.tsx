import { Button } from '@mantine/core';
import type { Companion } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../session/queries';
import { useParticipantForm, useParticipantState } from './participant-form';
import { suggestedValues } from './participant-values';
import type { Party } from './party';
import styles from './suggestions.module.css';

/** People of earlier reservations, while nobody's name is in the form: one tap fills it in. */
export function Suggestions({ party }: { party: Party }) {
  const form = useParticipantForm();
  const hasName = useParticipantState(({ fields }) => fields.name !== '');
  const companions = useQuery(load(reservationRoutes.listCompanions));
  const people = (companions.data?.data ?? []).filter((one) => !isInParty(one, party));
  if (hasName || people.length === 0) return null;

  function choose(person: Companion): void {
    const { fields, revision } = form.store.getState();
    const { boardingPointId, companionId, fareId } = fields;
    form.store.setState({
      fields: { ...suggestedValues(person), boardingPointId, companionId, fareId },
      // The masked inputs show it.
      revision: revision + 1,
    });
  }

  return (
    <section className={styles.people} aria-labelledby="quem-vai-com-voce">
      <h3 id="quem-vai-com-voce">Quem vai com você</h3>
      <ul>
        {people.map((person) => (
          <li key={person.cpf ?? person.name}>
            <Button
              variant="default"
              size="md"
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => choose(person)}
            >
              {person.name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isInParty({ cpf, name }: Companion, { participants }: Party): boolean {
  return participants.some((one) => (cpf && one.cpf ? one.cpf === cpf : one.name === name));
}
