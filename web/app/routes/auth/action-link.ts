/** Purpose and one-time code of an e-mailed link. */
export interface ActionLink {
  purpose: 'reset' | 'confirm' | 'undo';
  code: string;
}

/** Firebase's `mode` of its links, which all open the same address. */
const purposes = new Map<string | null, ActionLink['purpose']>([
  ['resetPassword', 'reset'],
  ['verifyEmail', 'confirm'],
  ['verifyAndChangeEmail', 'confirm'],
  ['recoverEmail', 'confirm'],
]);

/**
 * Parses a link of ours (`token`) or of Firebase's (`oobCode`, whose `mode` may belong to another page); null if the
 * URL has neither.
 */
export function readActionLink(params: URLSearchParams, page: ActionLink['purpose']): ActionLink | null {
  const code = params.get('token') ?? params.get('oobCode');
  if (!code) return null;
  return { purpose: purposes.get(params.get('mode')) ?? page, code };
}
