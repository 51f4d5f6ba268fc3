/**
 * What staff records from a receipt, a statement or an id that they typed: a Pix, whose id the Central Bank's system
 * gives, whatever bank reports it.
 */
export const handRecorded = { method: 'pix', issuer: 'pix' } as const;
