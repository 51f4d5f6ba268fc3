import type { Statement, StatementConfirmation, StatementLine } from '@passeio/contract/payments/statements';
import { unmatchedAssignment } from '@passeio/contract/payments/statements';
import { useState } from 'react';

/** What staff says of a line. */
interface Answer {
  isUnchecked?: boolean;
  /** What is typed for its reservation. */
  code?: string;
  /** It is other money than the entry that looks the same. */
  isOther?: boolean;
  /** It is recorded whatever the server doubts. */
  isDeliberate?: boolean;
}

/** Why a line is refused: its reservation, or what staff has to decide. */
interface Refusal {
  code?: string | undefined;
  isDeliberate?: string | undefined;
}

/** Which lines are recorded: what is proposed unless it is unchecked, others once their reservation is named. */
export function useLines({ lines }: Statement) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, Refusal>>>({});

  const answerOf = ({ id }: StatementLine): Answer => answers[id] ?? {};
  /** Whether its reservation is to be named. */
  const isOpen = (line: StatementLine) =>
    line.state === 'unmatched' || Boolean(isCounted(line) && answerOf(line).isOther);
  const codeOf = (line: StatementLine) =>
    answerOf(line).code ?? (line.state === 'unmatched' ? '' : (line.reservation?.code ?? ''));
  const isChosen = (line: StatementLine) =>
    line.state === 'proposed' ? !answerOf(line).isUnchecked : isOpen(line) && codeOf(line).trim() !== '';
  const chosen = lines.filter(isChosen);

  function answer({ id }: StatementLine, change: Answer): void {
    setAnswers((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    if (change.isDeliberate === undefined) setRefusals(({ [id]: _, ...others }) => others);
  }

  /** What is asked of the server; undefined while a code is none. */
  function read(): StatementConfirmation | undefined {
    const wrong: Record<string, Refusal> = {};
    const body = chosen.flatMap((line) => {
      const { isOther = false, isDeliberate = false } = answerOf(line);
      const parsed = unmatchedAssignment.safeParse({ code: codeOf(line) });
      if (!parsed.success) wrong[line.id] = { code: parsed.error.issues[0]?.message };
      return parsed.success ? [{ id: line.id, code: parsed.data.code, isDeliberate: isOther || isDeliberate }] : [];
    });
    setRefusals(wrong);
    return Object.keys(wrong).length > 0 ? undefined : { lines: body };
  }

  return {
    chosen,
    sumCents: chosen.reduce((sum, { amountCents }) => sum + amountCents, 0),
    isChosen,
    isOpen,
    codeOf,
    answerOf,
    answer,
    /** Takes a line out of what is recorded, or a proposed one in again. */
    check: (line: StatementLine, checked: boolean) =>
      answer(line, line.state === 'proposed' ? { isUnchecked: !checked } : { code: undefined, isOther: false }),
    refusalOf: ({ id }: StatementLine): Refusal => refusals[id] ?? {},
    /** Refusals of the server by line, as in "lines.3.code". */
    refuse: (fields: Record<string, string>) => {
      const byLine: Record<string, Refusal> = {};
      for (const [path, message] of Object.entries(fields)) {
        const [, index, field] = path.split('.');
        const id = chosen[Number(index)]?.id;
        if (id) byLine[id] = { ...byLine[id], [field === 'isDeliberate' ? field : 'code']: message };
      }
      setRefusals(byLine);
    },
    read,
  };
}
export type Lines = ReturnType<typeof useLines>;

/** Whether an entry of the ledger only looks like a line. */
function isCounted({ state, recorded }: StatementLine): boolean {
  return state === 'counted' && recorded?.isCertain === false;
}
