import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askToConfirm } from './confirm';

/** Asks before what was typed is lost, by going to another page or leaving the site. One form of a page may use it. */
export function useUnsavedCare(dirty: boolean, mensagem: string): void {
  const blocker = useBlocker(dirty);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { titulo: 'Sair sem salvar?', mensagem };
    askToConfirm(question).then((sure) => (sure ? blocker.proceed() : blocker.reset()));
  }, [blocker, mensagem]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
