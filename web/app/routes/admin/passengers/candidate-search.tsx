import { Button, Loader, Stack, TextInput } from '@mantine/core';
import { type Candidate, MIN_CANDIDATE_SEARCH } from '@passeio/contract/passengers';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { findCandidates } from '~/features/reservations/passengers/passenger-calls';
import { formatContact } from '~/lib/number-formats';
import styles from './add-passenger.module.css';

/** Debounce in milliseconds. */
const TYPING_MS = 250;

interface CandidateSearchProps {
  tripId: string;
  typed: string;
  onType: (typed: string) => void;
  /** Id of the person being added. */
  adding: string | undefined;
  onChoose: (candidate: Candidate) => void;
  /** Called to add an unknown person. */
  onNew: () => void;
}

/** Searches known people while typing. */
export function CandidateSearch({ tripId, typed, onType, adding, onChoose, onNew }: CandidateSearchProps) {
  const q = typed.trim();
  const candidates = useCandidates(tripId, q);
  return (
    <Stack gap="lg">
      <TextInput
        type="search"
        size="md"
        label="Buscar cliente"
        description="Nome, CPF, e-mail ou telefone"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={candidates === 'searching' && <Loader size="xs" aria-label="Buscando..." />}
      />
      <div aria-live="polite">
        {candidates === 'short' && q !== '' && (
          <p className={styles.hint}>Digite pelo menos {MIN_CANDIDATE_SEARCH} letras ou números.</p>
        )}
        {Array.isArray(candidates) && candidates.length === 0 && (
          <Stack gap="sm" align="flex-start">
            <p className={styles.hint}>Ninguém encontrado com “{q}”.</p>
            <Button size="md" variant="default" onClick={onNew}>
              Cadastrar nova pessoa
            </Button>
          </Stack>
        )}
        {Array.isArray(candidates) && candidates.length > 0 && (
          <ul className={styles.candidates}>
            {candidates.map((candidate) => (
              <li key={candidate.id}>
                <CandidateEntry candidate={candidate} adding={adding} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Stack>
  );
}

type CandidateEntryProps = Pick<CandidateSearchProps, 'adding' | 'onChoose'> & { candidate: Candidate };

function CandidateEntry({ candidate, adding, onChoose }: CandidateEntryProps) {
  const { id, name, maskedCpf, contact, email, isPassenger } = candidate;
  return (
    <>
      <span className={styles.who}>
        <strong>{name}</strong>
        <span className={styles.hint}>{formatContact(contact)}</span>
        {maskedCpf && <span className={styles.hint}>CPF {maskedCpf}</span>}
        {email && <span className={styles.hint}>{email}</span>}
      </span>
      {isPassenger ? (
        <span className={styles.hint}>Já está neste passeio</span>
      ) : (
        <Button
          size="md"
          variant="light"
          loading={adding === id}
          aria-label={`Adicionar ${name}`}
          onClick={() => adding === undefined && onChoose(candidate)}
        >
          Adicionar
        </Button>
      )}
    </>
  );
}

function useCandidates(tripId: string, q: string): Candidate[] | 'short' | 'searching' | 'failed' {
  const [found, setFound] = useState<{ q: string; people: Candidate[] | 'failed' }>();
  useEffect(() => {
    if (q.length < MIN_CANDIDATE_SEARCH) return;
    const call = new AbortController();
    const timer = setTimeout(() => {
      findCandidates(tripId, q, call.signal).then(
        (people) => setFound({ q, people }),
        () => {
          if (!call.signal.aborted) setFound({ q, people: 'failed' });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [tripId, q]);
  if (q.length < MIN_CANDIDATE_SEARCH) return 'short';
  return found?.q === q ? found.people : 'searching';
}
