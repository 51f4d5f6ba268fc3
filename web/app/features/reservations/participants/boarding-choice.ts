import { useRef, useState } from 'react';
import { reload } from '~/features/session/queries';
import { showAlert } from '~/ui/feedback/alert';

/** The options of a trip's boarding points; an empty value is "to be agreed". */
export function boardingOptions(
  points: readonly { id: string; time: string; place: string }[],
): { value: string; label: string }[] {
  return [
    { value: '', label: 'A combinar' },
    ...points.map(({ id, time, place }) => ({ value: id, label: `${time} ${place}` })),
  ];
}

interface BoardingChoiceProps {
  /** Saves a point; null: to be agreed. Rejects once the error has been shown. */
  save: (pointId: string | null) => Promise<void>;
  /** What is said once it is saved. */
  saved: string;
}

/** Saves choices one at a time, so that the last one wins: typing "04:30" selects several options in a row. */
export function useBoardingChoice({ save, saved }: BoardingChoiceProps) {
  const [chosen, setChosen] = useState<string>();
  const wanted = useRef('');
  const saving = useRef(false);

  async function saveLast(): Promise<void> {
    for (let last: string | undefined; last !== wanted.current; ) {
      last = wanted.current;
      await save(last || null);
    }
  }

  async function choose(value: string): Promise<void> {
    wanted.current = value;
    setChosen(value);
    if (saving.current) return;
    saving.current = true;
    try {
      await saveLast();
      showAlert('success', saved);
    } catch {
      // The API client has shown the error; loading anew shows the stored value.
    } finally {
      saving.current = false;
    }
    await reload();
    if (!saving.current) setChosen(undefined);
  }

  return { chosen, choose };
}
