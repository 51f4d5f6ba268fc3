import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askToConfirm } from '../dialogs/confirm';

interface UnsavedWarning {
  /** Runs when the person confirms. */
  onLeave?: () => void;
  /** Path at and below which navigation leaves the form mounted, and does not ask. */
  within?: string;
}

/**
 * Asks before unsaved changes are lost by navigation or by leaving the site. Only one form of a page may use it.
 * `leaveFreely` navigates without asking.
 */
export function useUnsavedWarning(
  dirty: boolean,
  mensagem: string,
  { onLeave, within }: UnsavedWarning = {},
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
