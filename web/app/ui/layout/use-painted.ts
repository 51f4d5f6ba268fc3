import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** Whether what was rendered first is painted: the rest of a page follows then, and a slow phone shows it sooner. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // Effects may run before the paint.
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/**
 * The first rows of a list, as many as a phone or a window shows without scrolling, and then all of them. Going back
 * shows all at once: the page is scrolled to where it was.
 */
export function useRowsInTurn<Row>(rows: readonly Row[], first = 10): readonly Row[] {
  const isBack = useNavigationType() === 'POP';
  return usePainted() || isBack ? rows : rows.slice(0, first);
}
