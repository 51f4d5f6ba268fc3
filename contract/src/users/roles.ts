import { z } from '../zod.ts';

export const roles = ['ADMIN', 'OPERATOR', 'CLIENT'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Role as people read it. */
export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrador',
  OPERATOR: 'Operador',
  CLIENT: 'Cliente',
};
