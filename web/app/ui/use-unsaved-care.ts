import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askToConfirm } from './confirm';

interface UnsavedCare {
  /** Runs when the person has decided to leave it behind. */
  onLeave?: () => void;
  /** The form lives on all pages at and below this path. */
  within?: string;
}

/**
 * Asks before what was typed is lost, by going to another page or leaving the site. One form of a page may use it.
 * `leaveFreely` goes somewhere without the question.
 */
export function useUnsavedCare(
  dirty: boolean,
  mensagem: string,
  { onLeave, within }: UnsavedCare = {},
): { leaveFreely: (go: () => void) => void } {
  const isFree = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !isFree.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !(within && `${nextLocation.pathname}/`.startsWith(`${within}/`)),
  );
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { titulo: 'Sair sem salvar?', mensagem };
    askToConfirm(question).then((sure) => {
      if (!sure) return blocker.reset();
      leave.current?.();
      blocker.proceed();
    });
  }, [blocker, mensagem]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const leaveFreely = useCallback((go: () => void) => {
    isFree.current = true;
    go();
    isFree.current = false;
  }, []);
  return { leaveFreely };
}
