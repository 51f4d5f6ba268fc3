/** What the link of a mail asks for, and the code that proves it. */
export interface ActionLink {
  purpose: 'reset' | 'confirm' | 'undo';
  code: string;
}

/** Firebase's names for what its links do; it sends them all to one address. */
const purposes = new Map<string | null, ActionLink['purpose']>([
  ['resetPassword', 'reset'],
  ['verifyEmail', 'confirm'],
  ['verifyAndChangeEmail', 'confirm'],
  ['recoverEmail', 'confirm'],
]);

/**
 * Reads a link of ours (`token`) or of Firebase's (`oobCode`, whose `mode` may belong to another page than the one it
 * opened); null if the address carries none.
 */
export function readActionLink(params: URLSearchParams, page: ActionLink['purpose']): ActionLink | null {
  const code = params.get('token') ?? params.get('oobCode');
  if (!code) return null;
  return { purpose: purposes.get(params.get('mode')) ?? page, code };
}
