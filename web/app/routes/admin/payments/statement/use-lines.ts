import type { Statement, StatementConfirmation, StatementLine } from '@passeio/contract/payments/statements';
import { unmatchedAssignment } from '@passeio/contract/payments/statements';
import { useState } from 'react';
import { CHOOSE_RESERVATION } from '../desk-words';

/** Which lines are recorded: what is proposed unless it is unchecked, others once their reservation is named. */
export function useLines({ lines }: Statement) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const isChosen = ({ id, state }: StatementLine) =>
    state === 'proposed' ? !unchecked.has(id) : state === 'unmatched' && (codes[id] ?? '').trim() !== '';
  const chosen = lines.filter(isChosen);

  function check(id: string, checked: boolean): void {
    const after = new Set(unchecked);
    if (checked) after.delete(id);
    else after.add(id);
    setUnchecked(after);
  }

  function name(id: string, code: string): void {
    setCodes((before) => ({ ...before, [id]: code }));
    setErrors(({ [id]: _, ...others }) => others);
  }

  /** What is asked of the server; undefined while a code is none. */
  function read(): StatementConfirmation | undefined {
    const wrong: Record<string, string> = {};
    const body = chosen.map(({ id, state }) => {
      if (state === 'proposed') return { id };
      const parsed = unmatchedAssignment.safeParse({ code: codes[id] });
      if (!parsed.success) wrong[id] = CHOOSE_RESERVATION;
      return { id, code: parsed.data?.code };
    });
    setErrors(wrong);
    return Object.keys(wrong).length > 0 ? undefined : { lines: body };
  }

  return {
    chosen,
    sumCents: chosen.reduce((sum, { amountCents }) => sum + amountCents, 0),
    isChosen,
    check,
    codes,
    name,
    errors,
    /** Refusals of the server by line, as in "lines.3.code". */
    refuse: (fields: Record<string, string>) => {
      const byLine = Object.entries(fields).map(([path, message]) => [chosen[Number(path.split('.')[1])]?.id, message]);
      setErrors(Object.fromEntries(byLine));
    },
    read,
  };
}
export type Lines = ReturnType<typeof useLines>;
