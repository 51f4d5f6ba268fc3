/** A reason not to start that whoever runs the program can act on: its message is printed alone, without a stack. */
export class StartError extends Error {}

const SENTENCES: Record<string, string> = {
  ENOSPC: 'There is no room left on the disk',
  EDQUOT: 'The disk quota of this user is used up',
  EROFS: 'The disk is read-only',
  EACCES: 'This user may not write',
  EPERM: 'This user may not write',
};

/** The lines to print when a program of ours cannot start or go on: a sentence, or a stack where nobody foresaw it. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code = '', port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another, as in: PORT=${(port ?? 3000) + 1} npm start`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Choose another, as in: PORT=3000 npm start`;
  }
  const sentence = SENTENCES[code];
  if (sentence) return `${sentence}${path ? `: ${path}` : ''}. Mend that, or choose another DATA_DIR.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
