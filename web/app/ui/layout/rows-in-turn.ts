import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** What a phone or a window shows of a list without scrolling, and a little more. */
const FIRST = 12;

/**
 * The first rows of a list, and all of them once these are painted: a slow phone shows the list sooner. Going back shows
 * all at once, because the page is scrolled to where it was.
 */
export function useRowsInTurn<Row>(rows: readonly Row[]): readonly Row[] {
  const isBack = useNavigationType() === 'POP';
  const [isComplete, setComplete] = useState(isBack);
  useEffect(() => startTransition(() => setComplete(true)), []);
  return isComplete ? rows : rows.slice(0, FIRST);
}
