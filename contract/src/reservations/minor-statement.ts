import { growing, instant, line } from '../fields.ts';
import { z } from '../zod.ts';

/**
 * What the adult who is responsible for the minors of a reservation says, once. A change is a new version: the earlier
 * ones stay, because somebody said them.
 */
export const minorStatements = {
  '1': 'Sou mãe, pai ou responsável legal dos menores de 18 anos desta reserva, ou tenho a autorização de quem é. Concordo com a viagem deles e com o uso dos dados deles para a reserva e a lista de passageiros.',
} as const;
type StatementVersion = keyof typeof minorStatements;
export const statementVersion: StatementVersion = '1';

/** How it was said: by the payer, signed in or by their link; by a companion's link; on the telephone, to staff. */
export const statementMeans = {
  account: 'na conta',
  payer_link: 'pelo link da reserva',
  companion_link: 'pelo link de quem viaja',
  phone: 'por telefone, registrada pela equipe',
} as const;
export type StatementMeans = keyof typeof statementMeans;

/**
 * Body of PUT reservations/{id}/minor-statement. `name`: of the adult who says it; `version`: of the text they read.
 */
export const minorStatementDraft = z.strictObject({
  name: line('Nome do responsável', { min: 3, max: 120 }).refine(
    (name) => name.trim().includes(' '),
    'Informe o nome completo.',
  ),
  version: z.enum(Object.keys(minorStatements) as [StatementVersion, ...StatementVersion[]], 'Marque para declarar.'),
});
export type MinorStatementDraft = z.output<typeof minorStatementDraft>;

/** The statement of a reservation. `text`: as it was read. */
export const minorStatement = z.object({
  name: z.string(),
  at: instant,
  means: growing(Object.keys(statementMeans) as StatementMeans[]),
  text: z.string(),
});
export type MinorStatement = z.infer<typeof minorStatement>;
