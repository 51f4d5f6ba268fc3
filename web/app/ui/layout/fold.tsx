import { type ReactNode, useEffect, useRef } from 'react';
import details from './details.module.css';

interface FoldProps {
  summary: ReactNode;
  /** What is wrong in the form, by field. */
  errors: Record<string, ReactNode>;
  /** Whether a field of this name is in it. */
  holds: (field: string) => boolean;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A part of a form that opens on its summary, and by itself as often as something in it is found wrong. */
export function Fold({ summary, errors, holds, startsOpen = false, children }: FoldProps) {
  const element = useRef<HTMLDetailsElement>(null);
  // Before the form focuses the first field that is wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it holds does not change
  useEffect(() => {
    if (element.current && Object.keys(errors).some(holds)) element.current.open = true;
  }, [errors]);
  return (
    <details ref={element} open={startsOpen}>
      <summary className={details.summary}>{summary}</summary>
      {children}
    </details>
  );
}
