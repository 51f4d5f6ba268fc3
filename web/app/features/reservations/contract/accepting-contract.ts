import type { ShownContract } from '@passeio/contract/contracts/accepted-contract';
import { ApiError } from '~/lib/api';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import type { ContractQuestion } from './contract-dialog';

/**
 * Sends with the contract that was accepted, and asks for that where the API wants it, also again if the text is
 * another one by now. `first`: the text that is asked for before anything is sent. Throws what `send` does, or {@link
 * ContractDeclined} if the user does not accept.
 */
export async function acceptingContract<Answer>(
  send: (contract: string | undefined) => Promise<Answer>,
  question: ContractQuestion,
  first?: ShownContract,
): Promise<Answer> {
  let wanted = first;
  let accepted: string | undefined;
  for (;;) {
    try {
      if (wanted) accepted = await ask(wanted, { ...question, hasChanged: accepted !== undefined });
      return await send(accepted);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.contract) throw error;
      wanted = error.contract;
    }
  }
}

/** The user was asked to accept the contract and did not. */
export class ContractDeclined extends Error {}

async function ask(contract: ShownContract, question: ContractQuestion & { hasChanged: boolean }): Promise<string> {
  const dialog = await import('./contract-dialog').catch((error) => {
    showAlert('error', FALLBACK_MESSAGE);
    throw error;
  });
  if (!(await dialog.askForContract(contract, question))) throw new ContractDeclined();
  return contract.shown;
}
