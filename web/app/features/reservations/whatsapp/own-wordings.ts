import type { ChatSender } from '@passeio/contract/messages/whatsapp-moments';
import { wordingRoutes } from '@passeio/contract/messages/wording-routes';
import { useEffect } from 'react';
import { create } from 'zustand';
import { quietApi } from '../../session/profile';

const useStore = create<{ wordings: ChatSender['wordings'] }>(() => ({ wordings: [] }));

/** Loads the operator's own wordings for staff, and again once their settings are left. */
export function useLoadOwnWordings(isStaff: boolean, pathname: string): void {
  const isWanted = isStaff && !pathname.startsWith('/admin/configuracoes');
  useEffect(() => {
    if (!isWanted) return;
    // Without an answer the texts have the wordings known before, or the default.
    quietApi.call(wordingRoutes.listWordings).then(
      (own) => own && useStore.setState({ wordings: own.data }),
      () => {},
    );
  }, [isWanted]);
}

/** The operator's own wordings of texts. */
export function useOwnWordings(): ChatSender['wordings'] {
  return useStore(({ wordings }) => wordings);
}
