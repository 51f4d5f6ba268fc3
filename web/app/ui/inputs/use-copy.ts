import { useEffect, useState } from 'react';

/** How long a button shows that it copied. */
const COPIED_MS = 2500;

/** Copies a text. `refused`: the browser did not let us, so the text has to be selected by hand. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  }

  return { copied: outcome === 'copied', refused: outcome === 'refused', copy };
}
